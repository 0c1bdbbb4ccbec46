// A small site with the sample islands, for the tests of the loader, the page script and the service worker.
import type { Lang } from "../routes.ts";
import { expect, test as base } from "./test.ts";
import {
  islandElement,
  pageHtml,
  serveTestSite,
  TestSite,
} from "./test-site.ts";

export { expect };
export { send } from "./test-site.ts";

export interface PageOptions {
  lang?: Lang;
  /** HTML of `<main>`. */
  main?: string;
  /** Adds the loader: the shipped one, the one with preact/debug, or none. */
  islands?: boolean | "debug";
  /** URL of the service worker. */
  worker?: string;
  /** URL of a style sheet. */
  style?: string;
}

export class SampleSite extends TestSite {
  private islandCount = 0;

  /** Serves a page with these parts. */
  page(
    path: string,
    { lang = "es", main = "", islands = false, worker, style }: PageOptions,
  ): void {
    const loader = islands === "debug" ? "islands-debug" : "islands";
    const page = pageHtml({
      lang,
      title: "sample",
      head:
        (worker ? `<meta name="site-worker" content="${worker}">` : "") +
        (style ? `<link rel="stylesheet" href="${style}">` : ""),
      scripts: ["page", ...(islands ? [loader] : [])],
      before: '<header><a href="/">Inicio</a></header>',
      content: main,
    });
    this.respond(path, page);
  }

  /** An island as the generator writes it; `changes` replace attributes. */
  island(
    name: string,
    when = "load",
    changes: Record<string, string> = {},
    lang: Lang = "es",
  ): string {
    const isSpanish = lang === "es";
    const props = {
      id: `island-${(this.islandCount += 1)}`,
      lang,
      locale: isSpanish ? "es-MX" : "en-US",
      strings: {
        counter: {
          note: "Nota",
          count_one: "{{count}} vez",
          count_other: "{{count}} veces",
        },
      },
      rows: ["uno", "dos", "tres"],
    };
    const attributes = {
      name,
      when,
      fallback: isSpanish
        ? "Esta parte no pudo cargarse."
        : "This part could not be loaded.",
      home: isSpanish ? "/" : "/en",
      "home-label": isSpanish ? "Volver al inicio" : "Back to home",
      ...changes,
    };
    return islandElement(this.bundle.render(name, props), attributes, props);
  }

  /** The path of the file that contains an island's own code. */
  chunk(name: string): string {
    const file = [...this.bundle.files.keys()].find((file) =>
      file.startsWith(`${name}-`),
    );
    return `/assets/${file}`;
  }
}

/** `test` with a site of its own for each test. */
export const test = base.extend<{ site: SampleSite }>({
  site: ({ sampleIslands }, use) =>
    serveTestSite((origin) => new SampleSite(sampleIslands, origin), use),
  baseURL: async ({ site }, use) => use(site.origin),
});
