// A small site around the real selector and inventory, the real loader and the real styles, on an ephemeral
// port and under the site's Content-Security-Policy. `data` says how the data file answers.
import type { IncomingMessage, ServerResponse } from "node:http";
import { readFileSync } from "node:fs";
import { expect, test as base, type Page } from "@playwright/test";
import { manyUnits, sampleProps, units, type Lang } from "../../../src/gallery/sample.ts";
import type { UnitIslandProps } from "../../../src/selector/unit-links.ts";
import {
  islandBundle,
  islandElement,
  send,
  sendAsset,
  serving,
  type IslandBundle,
} from "../island-bundle.ts";

export { expect, manyUnits, units };
export type { Lang };

/** How the data file answers: a body, a status, never, or only after `wait`. */
export interface DataAnswer {
  body?: unknown;
  status?: number;
  never?: boolean;
  wait?: Promise<void>;
}

/** A newer answer than the page, with every unit sold but O-301. */
export const NEWER = {
  version: 1,
  date: "2026-11-25",
  date_label: { es: "25 de noviembre de 2026", en: "November 25, 2026" },
  units: units.map((unit) => ({ ...unit, status: unit.code === "O-301" ? "disponible" : "vendido" })),
};

export class UnitSite {
  data: DataAnswer = { status: 404 };
  /** How often the data file was asked for. */
  asked = 0;
  private readonly pages = new Map<string, string>();

  constructor(
    private readonly made: IslandBundle,
    readonly origin: string,
  ) {}

  /** Serves an island at `path`, as the generator would write it. */
  island(
    path: string,
    name: "selector" | "inventory",
    lang: Lang = "es",
    more: Partial<UnitIslandProps> & { level?: number } = {},
    theme = "light",
  ): void {
    const props = { ...sampleProps(lang), ...more };
    const patterns = readFileSync(
      new URL("../../../../templates/parts/patterns.html", import.meta.url),
      "utf8",
    );
    this.pages.set(
      path,
      `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><title>${name}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">
<link rel="stylesheet" href="/assets/site.css"><script type="module" src="/assets/islands.js"></script>
</head><body data-theme="${theme}">${patterns.replace(/\{#[^]*?#\}/, "")}
<main><section class="section" id="disponibilidad"><div class="sheet"><div><h1>${name}</h1>
<p data-inventory-date>Disponibilidad al ${props.dateLabel}</p><p><b data-unit-count="disponible">35</b></p>
${islandElement(this.made, name, "load", props)}
</div></div></section></main></body></html>`,
    );
  }

  handle(request: IncomingMessage, response: ServerResponse): void {
    const { pathname } = new URL(request.url!, this.origin);
    if (pathname === "/data/inventory.json") return this.answer(response);
    if (sendAsset(this.made, pathname, response)) return;
    const other = /\/(contacto-|inventario\/)/.test(pathname) && "<!doctype html><title>other</title>";
    const page = this.pages.get(pathname) || other;
    send(response, page ? 200 : 404, page || "404", "text/html");
  }

  private answer(response: ServerResponse): void {
    const { body = {}, status = 200, never, wait } = this.data;
    this.asked += 1;
    if (never) return;
    const text = typeof body === "string" ? body : JSON.stringify(body);
    void Promise.resolve(wait).then(() => send(response, status, text, "application/json"));
  }
}

/** Playwright's `test` with a site of its own for each test; the bundle is made once per process. */
export const test = base.extend<{ site: UnitSite; words: string[] }, { made: IslandBundle }>({
  made: [async ({}, use) => use(await islandBundle()), { scope: "worker" }],
  site: ({ made }, use) => serving((origin) => new UnitSite(made, origin), use),
  baseURL: async ({ site }, use) => use(site.origin),
  /** What the page complained of: mismatches, refused styles, errors. */
  words: async ({ page }, use) => {
    const words: string[] = [];
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type()) && !/404|500/.test(message.text()))
        words.push(message.text());
    });
    page.on("pageerror", (error) => words.push(error.message));
    await use(words);
  },
});

export const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 900 } };

/** Goes to a page and waits until its island's script has come. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.locator("site-island[state=ready]")).toBeVisible();
}
