// The service worker (S26): keeps visited pages readable offline and saves requests on later visits. It ignores posts,
// the lead routes, the hosted editor and other origins, and never stores an error. With `SITE.kill` it unregisters itself.
import { asset, data, page } from "./answers.ts";
import { dropOthers, fill, pages } from "./caches.ts";

declare const self: ServiceWorkerGlobalScope;

self.addEventListener("install", (event) => event.waitUntil(install()));

self.addEventListener("activate", (event) => event.waitUntil(SITE.kill ? retire() : activate()));

async function install(): Promise<void> {
  // Replaces the worker of the former site at once. An update of this one waits until no page is open: a worker that starts
  // while pages are read holds their requests, and WebKit sometimes left it in that state for ever.
  if (SITE.kill || !(await caches.has(pages.name))) void self.skipWaiting();
  if (!SITE.kill) await fill();
}

async function activate(): Promise<void> {
  await dropOthers();
  // The former site's worker may have enabled it. With it, Firefox shows its own error page when there is no network.
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
