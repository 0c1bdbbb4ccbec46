// A small site around the real selector and inventory, the real loader and the real styles, on an ephemeral
// port and under the site's Content-Security-Policy. `data` says how the data file answers.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import vm from "node:vm";
import { expect, test as base, type Page } from "@playwright/test";
import { build, type BuildOptions } from "esbuild";
import { manyUnits, sampleProps, units, type Lang } from "../../../src/gallery/sample.ts";
import type { UnitIslandProps } from "../../../src/selector/unit-links.ts";

export { expect, manyUnits, units };
export type { Lang };

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; " +
  "connect-src 'self'; form-action 'self'; base-uri 'none'";

interface Bundle {
  files: Map<string, string>;
  render(name: string, props: UnitIslandProps): string;
}

async function bundle(): Promise<Bundle> {
  const root = new URL("../../..", import.meta.url).pathname;
  const files = new Map<string, string>();
  const common: BuildOptions = {
    absWorkingDir: root,
    bundle: true,
    outdir: "/",
    jsx: "automatic",
    target: "es2022",
    alias: {
      react: "preact/compat",
      "react-dom/client": "preact/compat/client",
      "react-dom/server": "preact-render-to-string",
      "react/jsx-runtime": "preact/jsx-runtime",
    },
    // As in site.yaml, and with the checks of preact/debug: a mismatch speaks up.
    define: { DEBUG: "true", RELOAD_GUARD_MS: "60000" },
    // The fonts change nothing that is tested.
    plugins: [
      {
        name: "no-fonts",
        setup: (builder) =>
          void builder.onLoad({ filter: /fonts\.css$/ }, () => ({ contents: "", loader: "css" })),
      },
    ],
  };
  const add = async (changes: BuildOptions): Promise<void> => {
    const { outputFiles } = await build({ ...common, ...changes, write: false });
    for (const { path, text } of outputFiles) files.set(path.split("/").pop()!, text);
  };
  await Promise.all([
    add({ format: "esm", splitting: true, entryPoints: { islands: "src/loader/index.ts" } }),
    add({ format: "iife", entryPoints: { prerender: "src/prerender/index.tsx" } }),
    add({ entryPoints: { site: "../templates/styles/site.css" } }),
  ]);
  const scope = vm.createContext({ Intl: undefined });
  vm.runInContext(files.get("prerender.js")!, scope);
  await new Promise((done) => setTimeout(done));
  const { render } = scope.site as { render(name: string, props: string): string };
  return { files, render: (name, props) => render(name, JSON.stringify(props)) };
}

/** How the data file answers: a body, a status, never, or only after some milliseconds. */
export interface DataAnswer {
  body?: unknown;
  status?: number;
  never?: boolean;
  delay?: number;
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
    private readonly made: Bundle,
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
    const json = JSON.stringify(props).replace(/</g, "\\u003c");
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
<site-island name="${name}" when="load" props="${props.id}-props">${this.made.render(name, props)}</site-island><script type="application/json" id="${props.id}-props">${json}</script>
</div></div></section></main></body></html>`,
    );
  }

  handle(request: IncomingMessage, response: ServerResponse): void {
    const { pathname } = new URL(request.url!, this.origin);
    if (pathname === "/data/inventory.json") return this.answer(response);
    const asset = this.made.files.get(pathname.replace("/assets/", ""));
    if (asset) return send(response, 200, asset, pathname.endsWith(".css") ? "text/css" : "text/javascript");
    const other = /\/(contacto-|inventario\/)/.test(pathname) && "<!doctype html><title>other</title>";
    const page = this.pages.get(pathname) || other;
    send(response, page ? 200 : 404, page || "404", "text/html");
  }

  private answer(response: ServerResponse): void {
    const { body = {}, status = 200, never, delay = 0 } = this.data;
    this.asked += 1;
    if (never) return;
    const text = typeof body === "string" ? body : JSON.stringify(body);
    setTimeout(() => send(response, status, text, "application/json"), delay);
  }
}

function send(response: ServerResponse, status: number, body: string, type: string): void {
  response.writeHead(status, {
    "content-type": `${type}; charset=utf-8`,
    "content-security-policy": POLICY,
    "cache-control": "no-cache",
  });
  response.end(body);
}

/** Playwright's `test` with a site of its own for each test; the bundle is made once per process. */
export const test = base.extend<{ site: UnitSite; words: string[] }, { made: Bundle }>({
  made: [async ({}, use) => use(await bundle()), { scope: "worker" }],
  site: async ({ made }, use) => {
    let site: UnitSite | undefined;
    const server: Server = createServer((request, response) => site?.handle(request, response));
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    site = new UnitSite(made, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    await use(site);
    server.closeAllConnections();
    server.close();
  },
  baseURL: async ({ site }, use) => use(site.origin),
  /** What the page complained of: mismatches, refused styles, errors. */
  words: async ({ page }, use) => {
    const words: string[] = [];
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type()) && !/404|500|ViewTransition/.test(message.text()))
        words.push(message.text());
    });
    page.on("pageerror", (error) => {
      if (!/ViewTransition/.test(error.message)) words.push(error.message);
    });
    await use(words);
  },
});

export const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 900 } };

/** Goes to a page and waits until its island's script has come. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.locator("site-island[state=ready]")).toBeVisible();
}
