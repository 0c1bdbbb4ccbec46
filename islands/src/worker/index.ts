// The service worker (S26): keeps visited pages readable offline and saves requests on later visits. It ignores posts,
// the lead routes, the hosted editor and other origins, and never stores an error. With `SITE.kill` it unregisters itself.
import { asset, data, page } from "./answers.ts";
import { dropOthers, fill } from "./caches.ts";

declare const self: ServiceWorkerGlobalScope;

self.addEventListener("install", (event) => {
  void self.skipWaiting();
  if (!SITE.kill) event.waitUntil(fill());
});

self.addEventListener("activate", (event) => event.waitUntil(SITE.kill ? retire() : activate()));

async function activate(): Promise<void> {
  await dropOthers();
  // Earlier versions enabled it. With it, Firefox shows its own error page when there is no network.
  await self.registration.navigationPreload?.disable();
  await self.clients.claim();
}

async function retire(): Promise<void> {
  await dropOthers([]);
  await self.registration.unregister();
}

if (!SITE.kill) {
  self.addEventListener("fetch", (event) => {
    const { request } = event;
    const { origin, pathname } = new URL(request.url);
    if (request.method !== "GET" || origin !== location.origin || request.headers.has("range")) return;
    if (/^\/(api|mail|admin)(\/|$)/.test(pathname)) return;
    if (request.mode === "navigate") event.respondWith(page(event));
    else if (pathname.startsWith("/assets/")) event.respondWith(asset(event));
    else if (pathname.startsWith("/data/")) event.respondWith(data(event));
  });
}
