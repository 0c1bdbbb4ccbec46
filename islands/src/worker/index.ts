// The service worker (S26): keeps visited pages readable offline and saves requests on later visits. Pages and data come from
// the network first, assets from the cache first. With `SITE.kill` it unregisters itself.
import {
  assets,
  dropOthers,
  fill,
  pages,
  store,
  stored,
  storedPage,
  storeOpenPages,
  storePage,
} from "./caches.ts";

declare const self: ServiceWorkerGlobalScope;

self.addEventListener("install", (event) => event.waitUntil(install()));

self.addEventListener("activate", (event) =>
  event.waitUntil(SITE.kill ? retire() : activate()),
);

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
  // Without waiting, because requests of pages wait until the worker is active.
  void storeOpenPages(self.clients);
}

async function retire(): Promise<void> {
  await dropOthers([]);
  await self.registration.unregister();
}

if (!SITE.kill) {
  self.addEventListener("fetch", (event) => {
    const { request } = event;
    const { origin, pathname } = new URL(request.url);
    if (
      request.method !== "GET" ||
      origin !== location.origin ||
      request.headers.has("range")
    )
      return;
    if (/^\/(api|mail|admin)(\/|$)/.test(pathname)) return;
    if (request.mode === "navigate") event.respondWith(page(event));
    else if (pathname.startsWith("/assets/")) event.respondWith(asset(event));
    else if (pathname.startsWith("/data/"))
      event.respondWith(networkFirst(event, stored, store));
  });
}

/** Milliseconds to wait for the network before a cached page is shown. */
const NETWORK_TIMEOUT = 4000;

/** A page: from the network, else the cached copy, else the offline page in its language, else a short message. */
async function page(event: FetchEvent): Promise<Response> {
  try {
    return await networkFirst(event, storedPage, storePage);
  } catch {
    const path = new URL(event.request.url).pathname;
    const offline = SITE.offline.find(
      ({ prefix }) => path === prefix || path.startsWith(`${prefix}/`),
    )!;
    // The last-resort page (S5f), for when the offline page is not cached either.
    const html = {
      status: 503,
      headers: { "content-type": "text/html; charset=utf-8" },
    };
    return (
      (await storedPage(offline.page)) ??
      new Response(offline.last_resort, html)
    );
  }
}

/** A file with a hash in its name: a cached copy cannot be outdated. */
async function asset(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const copy = await stored(request, assets);
  if (copy) return copy;
  const response = await fetch(request);
  inBackground(event, store(request, response.clone(), assets));
  return response;
}

/** The response of the network, or the cached one when the network fails or is slow. Rejects when there is neither. */
async function networkFirst(
  event: FetchEvent,
  find: typeof storedPage,
  keep: typeof storePage,
) {
  const { request } = event;
  const network = fetch(request);
  // A response that comes after the timeout is still stored.
  const kept = network.then((response) => keep(request, response.clone()));
  inBackground(event, kept);
  const slow = new Promise<undefined>((done) =>
    setTimeout(done, NETWORK_TIMEOUT),
  );
  const first = await Promise.race([network.catch(() => undefined), slow]);
  return first ?? (await find(request)) ?? network;
}

function inBackground(event: FetchEvent, work: Promise<void>): void {
  // An error while storing (a full disk) must not fail the request.
  event.waitUntil(work.catch(() => {}));
}
