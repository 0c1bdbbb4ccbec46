// The caches of the worker: hashed assets, and pages with their data. They outlive a version of the site and of the worker.

// `limit`: the most entries of each, of assets for programs and for other files; the oldest are deleted first.
export const assets = { name: "site-assets", limit: 150 };
export const pages = { name: "site-pages", limit: 60 };

/** A link to a style sheet or a script of a page. */
const PROGRAM =
  /<(?:link rel="?stylesheet|script)\b[^>]*? (?:href|src)="?(\/assets\/[^\s">]+)/g;

/** The cached response. The query is ignored: it holds filters or tracking values, and the page is the same. */
export async function stored(
  request: Request | string,
  cached = pages,
): Promise<Response | undefined> {
  // Where the browser cannot read its caches (a damaged profile, a full disk), the network still answers.
  const cache = await caches.open(cached.name).catch(() => undefined);
  return cache?.match(request, { ignoreSearch: true }).catch(() => undefined);
}

/** The cached page, unless a style sheet or script of its version of the site is not cached any more. */
export async function storedPage(
  request: Request | string,
): Promise<Response | undefined> {
  const page = await stored(request);
  return page && (await missingPrograms(page.clone())).length === 0
    ? page
    : undefined;
}

/** The paths of the style sheets and scripts of a page that are not cached. */
async function missingPrograms(page: Response): Promise<string[]> {
  const paths = [...(await page.text()).matchAll(PROGRAM)].map(
    ([, path]) => path!,
  );
  const found = await Promise.all(paths.map((path) => stored(path, assets)));
  return paths.filter((_, index) => !found[index]);
}

/** Stores a page with its style sheets and scripts: a browser that has them in memory does not ask the worker for them. */
export async function storePage(
  request: Request,
  response: Response,
): Promise<void> {
  const page = response.clone();
  await store(request, response);
  await storePrograms(page);
}

/** Stores the style sheets and scripts of a page that are not cached. */
async function storePrograms(page: Response): Promise<void> {
  const missing = (await missingPrograms(page)).map(
    (path) => new Request(path),
  );
  await Promise.all(
    missing.map(async (program) =>
      store(program, await fetch(program), assets),
    ),
  );
}

/** What the offline page needs is never deleted. */
const NEEDED = [...SITE.offline.map(({ page }) => page), ...SITE.assets];

/** Stores a complete response of this origin; never an error, a redirect or a partial file. */
export async function store(
  request: Request,
  response: Response,
  cached = pages,
): Promise<void> {
  if (
    response.status !== 200 ||
    response.redirected ||
    response.type !== "basic"
  )
    return;
  const cache = await caches.open(cached.name);
  const address = new URL(request.url);
  // Deleted first, so that the order of the keys is the order of use.
  await cache.delete(address.pathname);
  await cache.put(address.pathname, response);
  // Many pictures must not displace what every page needs.
  const isProgram = (path: string) => /\.(css|js)$/.test(path);
  const keys = (await cache.keys()).filter(({ url }) => {
    const path = new URL(url).pathname;
    return (
      !NEEDED.includes(path) && isProgram(path) === isProgram(address.pathname)
    );
  });
  await Promise.all(
    keys
      .slice(0, Math.max(0, keys.length - cached.limit))
      .map((key) => cache.delete(key)),
  );
}

/** Stores the pages that are open while the worker starts: it has not answered their requests. */
export async function storeOpenPages(clients: Clients): Promise<void> {
  const open = await clients.matchAll({ type: "window" });
  await Promise.allSettled(
    open.map(async ({ url }) => storePage(new Request(url), await fetch(url))),
  );
}

/** Fetches what the offline page needs. A file that fails does not prevent the installation of the worker. */
export async function fill(): Promise<void> {
  const [pageCache, assetCache] = await Promise.all([
    caches.open(pages.name),
    caches.open(assets.name),
  ]);
  await Promise.allSettled([
    ...SITE.offline.map(async ({ page }) => {
      await pageCache.add(new Request(page, { cache: "reload" }));
      // An offline page whose programs are not all there is not shown.
      await storePrograms((await pageCache.match(page))!);
    }),
    ...SITE.assets.map(
      async (asset) => (await assetCache.match(asset)) ?? assetCache.add(asset),
    ),
  ]);
}

/** Deletes all other caches of this origin: those of older workers and of the previous site's worker. */
export async function dropOthers(
  kept = [assets.name, pages.name],
): Promise<void> {
  const names = await caches.keys();
  await Promise.all(
    names
      .filter((name) => !kept.includes(name))
      .map((name) => caches.delete(name)),
  );
}
