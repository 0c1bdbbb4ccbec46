// A small site with the availability selector and the inventory. `data` sets how the data file responds.
import { readFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import type { Page } from "@playwright/test";
import { manyUnits, sampleProps, units } from "../../../gallery/sample.ts";
import type { UnitIslandProps } from "../../../src/selector/unit-links.ts";
import type { Lang } from "../../routes.ts";
import type { SiteBundle } from "../bundle.ts";
import { expect, test as base } from "../test.ts";
import {
  islandElement,
  pageHtml,
  sectionHtml,
  send,
  serveTestSite,
  STYLES,
  TestSite,
} from "../test-site.ts";

export { expect, manyUnits, units };

const DATA_FILE = "/data/units.json";
const PATTERNS = readFileSync(
  new URL("../../../../templates/parts/patterns.html", import.meta.url),
  "utf8",
).replace(/\{#[^]*?#\}/, "");

/** How the data file responds: with a body, a status, never, or only after `wait`. */
export interface DataResponse {
  body?: unknown;
  status?: number;
  never?: boolean;
  wait?: Promise<void>;
}

/** Data that is newer than the page, with every unit sold but O-301. */
export const NEWER = {
  version: 3,
  date: "2026-11-25",
  dateLabel: "25 de noviembre de 2026",
  units: units.map((unit) => ({
    ...unit,
    status: unit.code === "O-301" ? "disponible" : "vendido",
  })),
};

export class UnitSite extends TestSite {
  data: DataResponse = { status: 404 };

  constructor(bundle: SiteBundle, origin: string) {
    super(bundle, origin);
    this.respond(DATA_FILE, (response) => this.sendData(response));
    this.respond(
      /\/(contacto-|inventario\/)/,
      pageHtml({ title: "other", content: "" }),
    );
  }

  /** How often the data file was requested. */
  get dataRequests(): number {
    return this.count(DATA_FILE);
  }

  /** Serves an island at `path`, as the generator writes it. */
  island(
    path: string,
    name: "selector" | "inventory",
    lang: Lang = "es",
    more: Partial<UnitIslandProps> & { level?: number } = {},
    theme = "light",
  ): void {
    const props = { ...sampleProps(lang), ...more };
    const island = islandElement(
      this.bundle.render(name, props),
      { name, when: "load" },
      props,
    );
    const page = pageHtml({
      lang,
      title: name,
      head: STYLES,
      scripts: ["islands"],
      theme,
      before: PATTERNS,
      content: sectionHtml("disponibilidad", name, island),
    });
    this.respond(path, page);
  }

  private sendData(response: ServerResponse): void {
    const { body = {}, status = 200, never, wait } = this.data;
    if (never) return;
    const text = typeof body === "string" ? body : JSON.stringify(body);
    void Promise.resolve(wait).then(() =>
      send(response, status, text, "application/json"),
    );
  }
}

/** `test` with a site of its own for each test. */
export const test = base.extend<{ site: UnitSite; problems: string[] }>({
  site: ({ siteIslands }, use) =>
    serveTestSite((origin) => new UnitSite(siteIslands, origin), use),
  baseURL: async ({ site }, use) => use(site.origin),
  /** Warnings and errors of the page: mismatches, refused styles, exceptions. */
  problems: async ({ page }, use) => {
    const problems: string[] = [];
    page.on("console", (message) => {
      if (
        ["error", "warning"].includes(message.type()) &&
        !/404|500/.test(message.text())
      )
        problems.push(message.text());
    });
    page.on("pageerror", (error) => problems.push(error.message));
    await use(problems);
  },
});

export const VIEWPORTS = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1280, height: 900 },
};

/** Each size, with the language in which the first tier tries it: the languages differ in texts alone. */
export const SIZES = [
  ["phone", "es"],
  ["desktop", "en"],
] as const;

/** Goes to a page and waits until its island is ready. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.locator("site-island[state=ready]")).toBeVisible();
}
