// The service worker in a real browser: what a visitor sees without a network, and what is never stored.
import type { Page } from "@playwright/test";
import { expect, send, test, type SampleSite } from "./sample-site.ts";
import { REST } from "../tiers.ts";

const OFFLINE = [
  {
    prefix: "/en",
    page: "/en/sin-conexion",
    last_resort:
      '<!doctype html><html lang="en"><p>No connection</p><p><a href="/en">Home</a></p></html>',
  },
  { prefix: "", page: "/sin-conexion", last_resort: "<p>Sin conexión</p>" },
];

/** Serves `/sw.js` as the generator writes it. */
function serveWorker(
  site: SampleSite,
  version = "1",
  settings: object = {},
): void {
  const config = {
    kill: false,
    offline: OFFLINE,
    assets: ["/assets/page.js"],
    ...settings,
  };
  const script = `const SITE=${JSON.stringify(config)};\n${site.bundle.files.get("worker.js")}\n// ${version}`;
  site.respond("/sw.js", script, "text/javascript");
}

/** Serves a small site and opens its home page under the control of the worker. */
async function openControlled(page: Page, site: SampleSite): Promise<void> {
  for (const path of ["/", "/en", "/inventario", "/en/inventory"])
    site.page(path, { main: path, worker: "/sw.js" });
  site.page("/sin-conexion", {
    main: "Sin conexión, página",
    worker: "/sw.js",
  });
  site.page("/en/sin-conexion", {
    main: "No connection, page",
    lang: "en",
    worker: "/sw.js",
  });
  await page.goto("/");
  await page.waitForFunction(() => navigator.serviceWorker.controller);
}

/** The paths of everything in the caches. */
const cachedPaths = (page: Page) =>
  page.evaluate(async () => {
    const found: string[] = [];
    for (const name of await caches.keys())
      for (const request of await (await caches.open(name)).keys())
        found.push(new URL(request.url).pathname);
    return found;
  });

/** Goes to a page and waits until the worker has stored it, which it does after it has responded. */
async function visitAndStore(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await expect
    .poll(() => cachedPaths(page))
    .toContain(new URL(page.url()).pathname);
}

/** The states of the workers of the site: the one that is installed, the one that waits, and the active one. */
const workerStates = (page: Page) =>
  page.evaluate(async () => {
    const { installing, waiting, active } =
      (await navigator.serviceWorker.getRegistration())!;
    return [installing, waiting, active].map((worker) => worker?.state);
  });

test("offline: a visited page, or else the offline page of the language", async ({
  page,
  site,
}) => {
  serveWorker(site);
  await openControlled(page, site);
  await visitAndStore(page, "/inventario?nivel=3");
  site.goOffline();
  await page.goto("/inventario?nivel=4");
  await expect(page.locator("main")).toHaveText("/inventario");
  await page.goto("/contacto");
  await expect(page.locator("main")).toHaveText("Sin conexión, página");
  await page.goto("/en/contacto");
  await expect(page.locator("main")).toHaveText("No connection, page");
  await page.goto("/en-otro");
  await expect(page.locator("main")).toHaveText("Sin conexión, página");
});

test("offline after one page: that page, and the offline page with scripts that no list names", async ({
  page,
  site,
}) => {
  serveWorker(site, "1", { assets: [] });
  site.respond("/assets/counts.js", "", "text/javascript");
  for (const path of ["/", "/sin-conexion"])
    site.respond(
      path,
      `<!doctype html><meta name="site-worker" content="/sw.js"><script type="module" src="/assets/page.js"></script><script type="module" src="/assets/counts.js"></script><main>${path}</main>`,
    );
  await page.goto("/");
  await page.waitForFunction(() => navigator.serviceWorker.controller);
  await expect.poll(() => cachedPaths(page)).toContain("/");
  site.goOffline();
  await page.goto("/inventario");
  await expect(page.locator("main")).toHaveText("/sin-conexion");
  await page.goto("/");
  await expect(page.locator("main")).toHaveText("/");
});

test("with damaged caches, pages and assets come from the network", async ({
  page,
  site,
}) => {
  serveWorker(site);
  await openControlled(page, site);
  const [worker] = page.context().serviceWorkers();
  await worker!.evaluate(() => {
    caches.open = () => Promise.reject(new Error("the disk is damaged"));
  });
  site.respond("/assets/late.js", "", "text/javascript");
  await page.goto("/inventario");
  expect(
    await page.evaluate(async () => (await fetch("/assets/late.js")).status),
  ).toBe(200);
});

test("offline without a stored offline page: a sentence with a link home (S5f)", async ({
  page,
  site,
}) => {
  serveWorker(site);
  await openControlled(page, site);
  await page.evaluate(async () => {
    for (const name of await caches.keys()) await caches.delete(name);
  });
  site.goOffline();
  await page.goto("/en/contacto");
  await expect(page.getByText("No connection")).toBeVisible();
  await expect(page.getByRole("link", { name: "Home" })).toHaveAttribute(
    "href",
    "/en",
  );
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
});

test("online, pages come from the network", async ({ page, site }) => {
  serveWorker(site);
  await openControlled(page, site);
  await page.goto("/inventario");
  site.page("/inventario", { main: "new", worker: "/sw.js" });
  await page.goto("/inventario");
  await expect(page.locator("main")).toHaveText("new");
});

test(
  "navigation preload is turned off, also where an earlier worker turned it on",
  REST,
  async ({ page, site }) => {
    const preload = () =>
      page.evaluate(async () => {
        const registration = (await navigator.serviceWorker.getRegistration())!;
        return (await registration.navigationPreload.getState()).enabled;
      });
    const earlier = `addEventListener("activate", (event) =>
    event.waitUntil(registration.navigationPreload.enable().then(() => clients.claim())));`;
    site.respond("/sw.js", earlier, "text/javascript");
    await openControlled(page, site);
    expect(await preload()).toBe(true);
    serveWorker(site);
    await page.evaluate(async () =>
      (await navigator.serviceWorker.getRegistration())!.update(),
    );
    // With it, Firefox shows its own error page instead of the worker's response when there is no network.
    await expect.poll(preload).toBe(false);
  },
);

test("hashed assets are requested once", async ({ page, site }) => {
  serveWorker(site);
  site.respond("/assets/a-ABCDEFGH.js", "1", "text/javascript");
  await openControlled(page, site);
  const read = () =>
    page.evaluate(async () =>
      (await fetch("/assets/a-ABCDEFGH.js", { cache: "no-store" })).text(),
    );
  expect(await read()).toBe("1");
  await expect.poll(() => cachedPaths(page)).toContain("/assets/a-ABCDEFGH.js");
  expect(await read()).toBe("1");
  expect(site.count("/assets/a-ABCDEFGH.js")).toBe(1);
});

test("data comes from the network, and from the cache without one", async ({
  page,
  site,
}) => {
  serveWorker(site);
  await openControlled(page, site);
  const read = () =>
    page.evaluate(async () => (await fetch("/data/inventory.json")).text());
  site.respond("/data/inventory.json", "1", "application/json");
  expect(await read()).toBe("1");
  site.respond("/data/inventory.json", "2", "application/json");
  expect(await read()).toBe("2");
  await expect.poll(() => cachedPaths(page)).toContain("/data/inventory.json");
  site.goOffline();
  expect(await read()).toBe("2");
});

test("errors, posts, lead routes and other files are never stored", async ({
  page,
  site,
}) => {
  serveWorker(site);
  await openControlled(page, site);
  site.respond("/data/broken.json", (response) => send(response, 500, "{}"));
  site.respond("/api/health", "{}", "application/json");
  site.respond("/data/post.json", "{}", "application/json");
  site.respond("/pdf/x.pdf", "pdf", "application/pdf");
  await page.evaluate(async () => {
    await fetch("/data/broken.json");
    await fetch("/assets/missing-ABCDEFGH.js");
    await fetch("/api/health");
    await fetch("/mail/send").catch(() => {});
    await fetch("/data/post.json", { method: "POST", body: "{}" });
    await fetch("/pdf/x.pdf");
  });
  // The worker stores in the order of requests: once a later page is stored, so would these be.
  await visitAndStore(page, "/inventario");
  await page.goto("/no-such-page");
  const stored = await cachedPaths(page);
  expect(stored).toEqual(
    expect.arrayContaining(["/sin-conexion", "/en/sin-conexion"]),
  );
  for (const path of stored)
    expect(path).not.toMatch(/broken|missing|api|mail|post|pdf|no-such/);
});

test("a new worker removes the caches of earlier workers and of the former site", async ({
  page,
  site,
}) => {
  site.page("/", { main: "home" });
  await page.goto("/");
  await page.evaluate(async () => {
    for (const name of [
      "workbox-precache-v2-https://x/",
      "nuxt-runtime",
      "site-pages-0",
      "site-pages",
    ])
      await (await caches.open(name)).put("/x", new Response("x"));
  });
  serveWorker(site, "2");
  await openControlled(page, site);
  await expect
    .poll(() => page.evaluate(async () => (await caches.keys()).sort()))
    .toEqual(["site-assets", "site-pages"]);
});

test("the kill switch removes the worker and every cache", async ({
  page,
  site,
}) => {
  serveWorker(site);
  await openControlled(page, site);
  serveWorker(site, "2", { kill: true });
  await page.evaluate(async () =>
    (await navigator.serviceWorker.getRegistration())!.update(),
  );
  await expect
    .poll(() => page.evaluate(async () => (await caches.keys()).length))
    .toBe(0);
  await expect
    .poll(() =>
      page.evaluate(
        async () => (await navigator.serviceWorker.getRegistrations()).length,
      ),
    )
    .toBe(0);
});

test("a page that names no worker removes it", async ({ page, site }) => {
  serveWorker(site);
  await openControlled(page, site);
  site.page("/", { main: "without" });
  await page.goto("/");
  await expect
    .poll(() =>
      page.evaluate(
        async () => (await navigator.serviceWorker.getRegistrations()).length,
      ),
    )
    .toBe(0);
});

test("a stored page is shown when the network is slow", async ({
  page,
  site,
}) => {
  serveWorker(site);
  await openControlled(page, site);
  await visitAndStore(page, "/inventario");
  await page.goto("/");
  site.respond("/inventario", () => {}); // never responds
  await page.goto("/inventario");
  await expect(page.locator("main")).toHaveText("/inventario");
});

test(
  "a response that comes too late to be shown is stored for the next visit",
  REST,
  async ({ page, site }) => {
    serveWorker(site);
    await openControlled(page, site);
    await visitAndStore(page, "/inventario");
    let respond = (): void => {};
    site.respond("/inventario", (response) => {
      respond = () =>
        send(
          response,
          200,
          "<!doctype html><title>new</title><main>new</main>",
        );
    });
    await page.goto("/inventario");
    await expect(page.locator("main")).toHaveText("/inventario");
    respond();
    const stored = () =>
      page.evaluate(async () =>
        (await (await caches.match("/inventario"))?.text())?.includes("new"),
      );
    await expect.poll(stored).toBe(true);
  },
);

test("the offline pages stay in the cache, however many pages are stored", async ({
  page,
  site,
}) => {
  serveWorker(site);
  await openControlled(page, site);
  await page.evaluate(async () => {
    const cache = await caches.open("site-pages");
    for (let number = 0; number < 70; number++)
      await cache.put(`/many-${number}`, new Response("x"));
  });
  await visitAndStore(page, "/inventario");
  await expect.poll(() => cachedPaths(page)).not.toContain("/many-0");
  site.goOffline();
  await page.goto("/contacto");
  await expect(page.locator("main")).toHaveText("Sin conexión, página");
});

test("an update of the worker waits while a page is open", async ({
  page,
  site,
}) => {
  serveWorker(site);
  await openControlled(page, site);
  serveWorker(site, "2");
  await page.goto("/inventario");
  await expect
    .poll(() => workerStates(page))
    .toEqual([undefined, "installed", "activated"]);
  await page.goto("/en");
  expect(await workerStates(page)).toEqual([
    undefined,
    "installed",
    "activated",
  ]);
});

test(
  "pages read while a deploy installs another worker are there offline, with their own styles",
  REST,
  async ({ page, site }) => {
    serveWorker(site);
    await openControlled(page, site);
    await visitAndStore(page, "/inventario");
    const read = Array.from({ length: 6 }, (_, index) => `/leida-${index}`);
    site.respond("/assets/new.css", "main { color: rgb(1, 2, 3) }", "text/css");
    for (const path of read)
      site.page(path, {
        main: path,
        style: "/assets/new.css",
        worker: "/sw.js",
      });
    // The other worker waits for this page while it is being installed.
    let install = (): void => {};
    site.respond("/sin-conexion", (response) => {
      install = () =>
        send(response, 200, "<!doctype html><main>Sin conexión, página</main>");
    });
    serveWorker(site, "2");
    for (const path of read.slice(0, 3)) await visitAndStore(page, path);
    await expect.poll(() => site.count("/sin-conexion")).toBe(2);
    install();
    await expect
      .poll(() => workerStates(page))
      .toEqual([undefined, "installed", "activated"]);
    for (const path of read.slice(3)) await visitAndStore(page, path);
    await expect.poll(() => cachedPaths(page)).toContain("/assets/new.css");
    site.goOffline();
    for (const path of ["/inventario", ...read]) {
      await page.goto(path);
      await expect(page.locator("main")).toHaveText(path);
    }
    await expect(page.locator("main")).toHaveCSS("color", "rgb(1, 2, 3)");
  },
);

test("a stored page is shown only while its styles are stored", async ({
  page,
  site,
}) => {
  serveWorker(site);
  await openControlled(page, site);
  site.respond("/assets/old.css", "", "text/css");
  site.page("/inventario", {
    main: "old",
    style: "/assets/old.css",
    worker: "/sw.js",
  });
  await visitAndStore(page, "/inventario");
  await expect.poll(() => cachedPaths(page)).toContain("/assets/old.css");
  await page.evaluate(async () =>
    (await caches.open("site-assets")).delete("/assets/old.css"),
  );
  site.goOffline();
  await page.goto("/inventario");
  await expect(page.locator("main")).toHaveText("Sin conexión, página");
});

test("many pictures do not displace scripts and styles", async ({
  page,
  site,
}) => {
  serveWorker(site);
  await openControlled(page, site);
  await page.evaluate(async () => {
    const cache = await caches.open("site-assets");
    await cache.put("/assets/first.css", new Response("x"));
    for (let number = 0; number < 160; number++)
      await cache.put(`/assets/${number}.avif`, new Response("x"));
  });
  site.respond("/assets/another.avif", "x", "image/avif");
  await page.evaluate(async () => (await fetch("/assets/another.avif")).text());
  await expect.poll(() => cachedPaths(page)).not.toContain("/assets/0.avif");
  expect(await cachedPaths(page)).toEqual(
    expect.arrayContaining(["/assets/first.css", "/assets/another.avif"]),
  );
});
