// The pages that the browser tests and the screenshots visit, in one list.

export type Lang = "es" | "en";

export const LANGS: readonly Lang[] = ["es", "en"];

/** Pages of the specification, without the language prefix. */
export const PAGES: readonly string[] = [
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

/** One unit of each status in the shipped inventory. */
export const UNIT_PAGES: readonly string[] = [
  "/inventario/O-301",
  "/inventario/L-101",
  "/inventario/O-302",
];

/** Pages that visitors reach through links or search engines; each answers with status 200. */
export const LINKED_PAGES: readonly string[] = [...PAGES, ...UNIT_PAGES];

/** Pages that no link leads to: an unknown URL, and the files that hosts and the service worker fall back to. */
export const FALLBACK_PAGES: readonly string[] = [
  "/no-existe",
  "/500",
  "/sin-conexion",
];

/** Every page layout of the site. */
export const ALL_PAGES: readonly string[] = [
  ...LINKED_PAGES,
  ...FALLBACK_PAGES,
];

/** One page of each layout. */
export const LAYOUTS: readonly string[] = [
  "/",
  "/oficinas-lujo",
  "/inventario",
  "/inversionistas",
  "/avance-de-obra",
  "/contacto",
  "/gracias",
  "/brochure",
  "/caracteristicas",
  "/aviso-de-privacidad",
  "/inventario/O-301",
  "/500",
];

/** The layouts with each kind of control. */
export const LAYOUTS_WITH_CONTROLS: readonly string[] = [
  "/",
  "/inventario",
  "/inversionistas",
  "/contacto",
  "/inventario/O-301",
];

/** The path of the same page in a language. */
export function inLanguage(lang: Lang, path: string): string {
  return lang === "es" ? path : `/en${path === "/" ? "" : path}`;
}
