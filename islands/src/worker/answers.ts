// How each kind of request is answered: network first for pages and data, cache first for hashed assets.
import { assets, pages, store, stored, storedPage, storePage } from "./caches.ts";

/** Milliseconds to wait for the network before a cached page is shown. */
const NETWORK_TIMEOUT = 4000;

/** A page: from the network, else the cached copy, else the offline page in its language, else a short message. */
export async function page(event: FetchEvent): Promise<Response> {
  try {
    return await networkFirst(event, storedPage, storePage);
  } catch {
    const path = new URL(event.request.url).pathname;
    const offline = SITE.offline.find(({ prefix }) => path === prefix || path.startsWith(`${prefix}/`))!;
    // The last-resort page (S5f), for when the offline page is not cached either.
    const html = { status: 503, headers: { "content-type": "text/html; charset=utf-8" } };
    return (await storedPage(offline.page)) ?? new Response(offline.last_resort, html);
  }
}

/** A data file: from the network, else the cached copy. */
export function data(event: FetchEvent): Promise<Response> {
  return networkFirst(
    event,
    (request) => stored(pages, request),
    (request, response) => store(pages, request, response),
  );
}

/** A file with a hash in its name: a cached copy cannot be outdated. */
export async function asset(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const copy = await stored(assets, request);
  if (copy) return copy;
  const response = await fetch(request);
  inBackground(event, store(assets, request, response.clone()));
  return response;
}

/** The response of the network, or the cached one when the network fails or is slow. Rejects when there is neither. */
async function networkFirst(
  event: FetchEvent,
  find: typeof storedPage,
  keep: typeof storePage,
): Promise<Response> {
  const { request } = event;
  const network = fetch(request);
  // A response that comes after the timeout is still stored.
  inBackground(
    event,
    network.then((response) => keep(request, response.clone())),
  );
  const slow = new Promise<undefined>((done) => setTimeout(done, NETWORK_TIMEOUT));
  const first = await Promise.race([network.catch(() => undefined), slow]);
  return first ?? (await find(request)) ?? network;
}

function inBackground(event: FetchEvent, work: Promise<void>): void {
  // An error while storing (a full disk) must not fail the request.
  event.waitUntil(work.catch(() => {}));
}
