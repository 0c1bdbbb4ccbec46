// The engine with a network that fails, and what it requests ahead.
import type { EnginePage } from "./engine.ts";
import { count, eventually, text } from "./eventually.ts";
import { REST } from "../tiers.ts";
import { expect, test } from "./test.ts";

test(
  "without a network, visited pages and the offline page of the language are shown",
  REST,
  async ({ visit, site }) => {
    const { page } = visit;
    await page.goto(`${site.origin}/contacto`);
    await eventually(page, () =>
      Boolean(navigator.serviceWorker.controller),
    ).toBe(true);
    await page.goto(`${site.origin}/caracteristicas`);
    await stored(page, [
      "/caracteristicas",
      "/sin-conexion",
      "/en/sin-conexion",
    ]).toBe(true);
    site.close();
    for (const [path, heading] of [
      ["/caracteristicas", "Características"],
      ["/inversionistas", "Sin conexión"],
      ["/en/inversionistas", "Offline"],
    ]) {
      await page.goto(site.origin + path);
      await text(page, "h1").toContain(heading);
    }
  },
);

test(
  "pages read while a deploy installs another worker are there without a network",
  REST,
  async ({ visit, site }) => {
    const { page } = visit;
    await page.goto(`${site.origin}/contacto`);
    await eventually(page, () =>
      Boolean(navigator.serviceWorker.controller),
    ).toBe(true);
    site.deploy();
    const read = [
      "/caracteristicas",
      "/inversionistas",
      "/avance-de-obra",
      "/brochure",
      "/",
      "/contacto",
    ];
    for (const path of read) await page.goto(site.origin + path);
    await page.evaluate(
      async () =>
        void (await (await navigator.serviceWorker.getRegistration())!.update()),
    );
    await eventually(page, async () => {
      const { installing, waiting, active } =
        (await navigator.serviceWorker.getRegistration())!;
      return [installing, waiting, active]
        .map((worker) => worker?.state)
        .join();
    }).toBe(",installed,activated");
    expect(
      site.requests.filter(({ path }) => path === "/sw.js").length,
    ).toBeGreaterThan(1);
    await stored(page, read).toBe(true);
    site.close();
    for (const path of read) {
      await page.goto(site.origin + path);
      await eventually(
        page,
        () => document.querySelector("h1")?.textContent !== "Sin conexión",
      ).toBe(true);
    }
  },
);

test(
  "an island whose script failed once is requested again",
  REST,
  async ({ visit, site }) => {
    const { page } = visit;
    const script = /\/assets\/inventory-\w+\.js/;
    site.failOnce(script);
    await page.goto(`${site.origin}/inventario`);
    await count(page, "site-island[state=ready]").toBe(1);
    expect(site.requests.filter(({ path }) => script.test(path))).toHaveLength(
      2,
    );
  },
);

test(
  "the policy lets the engine prefetch the pages that a page links to",
  REST,
  async ({ visit, site }, info) => {
    test.skip(info.project.name === "webkit", "WebKit prefetches nothing");
    await visit.page.goto(`${site.origin}/contacto`);
    await expect
      .poll(
        () =>
          site.requests.filter(({ purpose }) => purpose.includes("prefetch"))
            .length,
      )
      .toBeGreaterThan(1);
    expect(visit.problems).toEqual([]);
  },
);

/** Expects that pages are stored with their styles and scripts, until they are. */
const stored = (page: EnginePage, paths: string[]) =>
  eventually(
    page,
    async (paths) => {
      const found = await Promise.all(paths.map((path) => caches.match(path)));
      const pages = await Promise.all(
        found.map((response) => response?.text() ?? ""),
      );
      const programs = pages.flatMap(
        (html) =>
          html.match(/(?<=(?:stylesheet"? href|module"? src)="?)[\w./-]+/g) ??
          [],
      );
      const all = await Promise.all(programs.map((path) => caches.match(path)));
      return (
        programs.length >= pages.length &&
        pages.every(Boolean) &&
        all.every(Boolean)
      );
    },
    paths,
  );
