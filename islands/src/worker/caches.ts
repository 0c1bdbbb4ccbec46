// The worker's caches: hashed assets, which never change and outlive a version, and pages with their data.

const ASSETS = "site-assets";
const PAGES = `site-pages-${VERSION}`;

/** The most entries of each, the oldest going first: a phone's storage is not ours to fill. */
const ASSETS_LIMIT = 150;
const PAGES_LIMIT = 60;

export const assets = { name: ASSETS, limit: ASSETS_LIMIT };
export const pages = { name: PAGES, limit: PAGES_LIMIT };

type Store = typeof assets;

/** A stored answer. Pages are stored without their query: it filters or tracks, the page is the same. */
export async function stored(store: Store, request: Request | string): Promise<Response | undefined> {
  return (await caches.open(store.name)).match(request, { ignoreSearch: true });
}

/** What an offline visitor needs is never the oldest that goes. */
const NEEDED = [...SITE.offline.map(({ page }) => page), ...SITE.assets];

/** Stores a good answer of our own; never an error, a redirect or a part of a file. */
export async function keep(store: Store, request: Request, response: Response): Promise<void> {
  if (response.status !== 200 || response.redirected || response.type !== "basic") return;
  const cache = await caches.open(store.name);
  const address = new URL(request.url);
  // Stored anew, so that the order of the keys is the order of use.
  await cache.delete(address.pathname);
  await cache.put(address.pathname, response);
  const keys = (await cache.keys()).filter(({ url }) => !NEEDED.includes(new URL(url).pathname));
  await Promise.all(keys.slice(0, Math.max(0, keys.length - store.limit)).map((key) => cache.delete(key)));
}

/** Fetches what an offline visitor needs; one file that fails does not keep the worker from its work. */
export async function fill(): Promise<void> {
  const [pageCache, assetCache] = await Promise.all([caches.open(PAGES), caches.open(ASSETS)]);
  await Promise.allSettled([
    ...SITE.offline.map(({ page }) => pageCache.add(new Request(page, { cache: "reload" }))),
    ...SITE.assets.map(async (asset) => (await assetCache.match(asset)) ?? assetCache.add(asset)),
  ]);
}

/** Removes every other cache of this origin: older versions' and those of the former site's worker. */
export async function dropOthers(kept = [ASSETS, PAGES]): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => !kept.includes(name)).map((name) => caches.delete(name)));
}
