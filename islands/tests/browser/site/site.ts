// Playwright's `test` for the built site: `baseURL` is its address, `debugURL` that of the same site with preact/debug.
import { expect, test as base, type Page } from "@playwright/test";

export const test = base.extend<{ debugURL: string }>({
  baseURL: async ({}, use) => use(process.env.SITE_URL),
  debugURL: async ({}, use) => use(process.env.SITE_DEBUG_URL ?? process.env.SITE_URL!),
});

export { expect };

/** Pages of the specification, without the language's prefix. */
export const PAGES = [
  "/",
  "/oficinas-lujo",
  "/locales-comerciales",
  "/inventario",
  "/inversionistas",
  "/avance-de-obra",
  "/contacto",
  "/contacto-oficinas",
  "/contacto-locales",
  "/gracias",
  "/brochure",
  "/aviso-de-privacidad",
  "/caracteristicas",
];

/** A unit of each status, as the platform's stub tells them. */
export const UNIT_PAGES = ["/inventario/O-301", "/inventario/L-101", "/inventario/O-302"];

/** Pages that no link leads to: an unknown address, and the files that hosts and the worker fall back on. */
export const FALLBACK_PAGES = ["/no-existe", "/500", "/sin-conexion"];

/** Every layout of the site. */
export const ALL_PAGES = [...PAGES, ...UNIT_PAGES, ...FALLBACK_PAGES];

/** The same page in a language. */
export function inLanguage(lang: "es" | "en", path: string): string {
  return lang === "es" ? path : `/en${path === "/" ? "" : path}`;
}

/** Scrolls through the page, so that everything below the first screen starts, and back; waits for the islands. */
export async function wakeUp(page: Page): Promise<void> {
  for (const island of await page.locator("site-island").all()) await island.scrollIntoViewIfNeeded();
  await expect(page.locator("site-island:not([state=ready])")).toHaveCount(0);
  await page.evaluate(() => scrollTo(0, 0));
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}
