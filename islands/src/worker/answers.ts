// How each kind of request is answered: pages and data from the network first, hashed assets from the cache first.
import { assets, keep, pages, stored } from "./caches.ts";

/** A page that is stored is shown when the network takes longer than this, in milliseconds. */
const PATIENCE = 4000;

type Waiter = Pick<ExtendableEvent, "waitUntil">;

/** A page: network, else the stored copy, else the offline page of its language, else a sentence with a link. */
export async function page(event: FetchEvent): Promise<Response> {
  const { request } = event;
  try {
    return await networkFirst(event, async () => (await event.preloadResponse) ?? fetch(request));
  } catch {
    const offline = offlineOf(new URL(request.url).pathname);
    return (await stored(pages, offline.page)) ?? lastResort(offline);
  }
}

/** A data file: network, else the stored copy. */
export function data(event: FetchEvent): Promise<Response> {
  return networkFirst(event, () => fetch(event.request));
}

/** A hashed file: what is stored can only be right. */
export async function asset(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const copy = await stored(assets, request);
  if (copy) return copy;
  const response = await fetch(request);
  later(event, keep(assets, request, response.clone()));
  return response;
}

/** The network's answer, or the stored one when the network fails or is slow; rejects when there is neither. */
async function networkFirst(event: FetchEvent, ask: () => Promise<Response>): Promise<Response> {
  const { request } = event;
  const network = ask();
  // Asked for now: an answer later than the stored one is stored all the same.
  later(
    event,
    network.then((response) => keep(pages, request, response.clone())),
  );
  const slow = new Promise<undefined>((done) => setTimeout(done, PATIENCE));
  const first = await Promise.race([network.catch(() => undefined), slow]);
  return first ?? (await stored(pages, request)) ?? network;
}

function later(event: Waiter, work: Promise<void>): void {
  // A full disk is no reason to fail a visitor's request.
  event.waitUntil(work.catch(() => {}));
}

function offlineOf(path: string): OfflinePage {
  return SITE.offline.find(({ prefix }) => path === prefix || path.startsWith(`${prefix}/`))!;
}

/** The fallback message of S5f, when not even the offline page is stored. */
function lastResort({ lang, text, home, home_label }: OfflinePage): Response {
  const html = `<!doctype html><html lang="${lang}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${text}</title><p>${text}</p><p><a href="${home}">${home_label}</a></p></html>`;
  return new Response(html, { status: 503, headers: { "content-type": "text/html; charset=utf-8" } });
}
