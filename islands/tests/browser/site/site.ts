// Playwright's `test` for the built site: `baseURL` is its address, `debugURL` that of the same site with preact/debug.
import { test as base } from "@playwright/test";

export const test = base.extend<{ debugURL: string }>({
  baseURL: async ({}, use) => use(process.env.SITE_URL),
  debugURL: async ({}, use) => use(process.env.SITE_DEBUG_URL ?? process.env.SITE_URL!),
});

export { expect } from "@playwright/test";

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

/** The same page in a language. */
export function inLanguage(lang: "es" | "en", path: string): string {
  return lang === "es" ? path : `/en${path === "/" ? "" : path}`;
}
