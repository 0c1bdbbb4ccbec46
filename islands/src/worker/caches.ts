// The caches of the worker: hashed assets, which remain valid across versions of the site, and pages with their data.

const ASSETS = "site-assets";
const PAGES = `site-pages-${VERSION}`;

/** Maximum number of entries in each; the oldest are deleted first. */
const ASSETS_LIMIT = 150;
const PAGES_LIMIT = 60;

export const assets = { name: ASSETS, limit: ASSETS_LIMIT };
export const pages = { name: PAGES, limit: PAGES_LIMIT };

type Cached = typeof assets;

/** The cached response. The query is ignored: it holds filters or tracking values, and the page is the same. */
export async function stored(cached: Cached, request: Request | string): Promise<Response | undefined> {
  return (await caches.open(cached.name)).match(request, { ignoreSearch: true });
}

/** What the offline page needs is never deleted. */
const NEEDED = [...SITE.offline.map(({ page }) => page), ...SITE.assets];

/** Stores a complete response of this origin; never an error, a redirect or a partial file. */
export async function store(cached: Cached, request: Request, response: Response): Promise<void> {
  if (response.status !== 200 || response.redirected || response.type !== "basic") return;
  const cache = await caches.open(cached.name);
  const address = new URL(request.url);
  // Deleted first, so that the order of the keys is the order of use.
  await cache.delete(address.pathname);
  await cache.put(address.pathname, response);
  const keys = (await cache.keys()).filter(({ url }) => !NEEDED.includes(new URL(url).pathname));
  await Promise.all(keys.slice(0, Math.max(0, keys.length - cached.limit)).map((key) => cache.delete(key)));
}

/** Fetches what the offline page needs. A file that fails does not prevent the installation of the worker. */
export async function fill(): Promise<void> {
  const [pageCache, assetCache] = await Promise.all([caches.open(PAGES), caches.open(ASSETS)]);
  await Promise.allSettled([
    ...SITE.offline.map(({ page }) => pageCache.add(new Request(page, { cache: "reload" }))),
    ...SITE.assets.map(async (asset) => (await assetCache.match(asset)) ?? assetCache.add(asset)),
  ]);
}

/** Deletes all other caches of this origin: those of older versions and of the previous site's worker. */
export async function dropOthers(kept = [ASSETS, PAGES]): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => !kept.includes(name)).map((name) => caches.delete(name)));
}
