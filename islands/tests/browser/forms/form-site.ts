// A small site around the real form, the real loader and the real styles, on an ephemeral port and under the
// site's Content-Security-Policy. `answers` says how the lead function answers in turn, `posts` what it was sent.
import { existsSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import vm from "node:vm";
import { expect, test as base, type Page } from "@playwright/test";
import { build, type BuildOptions } from "esbuild";
import type { FormProps } from "../../../src/forms/index.tsx";
import type { Kind } from "../../../src/forms/kinds.ts";
import { formProps, strings } from "../../../src/gallery/forms.ts";
import type { Lang } from "./form-page.ts";

export { FormPage, type Lang } from "./form-page.ts";
export { expect, strings };

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; " +
  "connect-src 'self'; form-action 'self'; base-uri 'none'";

interface Bundle {
  files: Map<string, string>;
  render(props: FormProps): string;
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
    define: {
      DEBUG: "true",
      LOADING_THROTTLE_MS: "200",
      LOADING_DURATION_MS: "5000",
      PREFETCH_IDLE_TIMEOUT_MS: "2000",
      RELOAD_GUARD_MS: "60000",
      FETCH_MINIMUM_DELAY_MS: "200",
      HEADER_COMPACT_AFTER_PX: "50",
      HEADER_LOGO_AFTER_PX: "200",
    },
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
    add({ format: "iife", entryPoints: { page: "src/page/index.ts", prerender: "src/prerender/index.tsx" } }),
    add({ entryPoints: { site: "../templates/styles/site.css" } }),
  ]);
  const scope = vm.createContext({ Intl: undefined });
  vm.runInContext(files.get("prerender.js")!, scope);
  await new Promise((done) => setTimeout(done));
  const { render } = scope.site as { render(name: string, props: string): string };
  return { files, render: (props) => render("form", JSON.stringify(props)) };
}

/** How the function answers a post: a status and a body, or never. */
export type Answer = readonly [status: number, body: unknown] | "never";

export interface Post {
  type: string;
  fields: Record<string, unknown>;
}

export class FormSite {
  readonly posts: Post[] = [];
  readonly answers: Answer[] = [];
  private readonly pages = new Map<string, string>();

  constructor(
    private readonly made: Bundle,
    readonly origin: string,
  ) {}

  /** Serves a form at `path`, as the generator would write it. */
  form(
    path: string,
    kind: Kind,
    lang: Lang = "es",
    more: Partial<FormProps> = {},
    theme = "light",
    when = "load",
  ): void {
    const props = formProps(kind, lang, { page: path, ...more });
    const json = JSON.stringify(props).replace(/</g, "\\u003c");
    this.pages.set(
      path,
      `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><title>${kind}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">
<link rel="stylesheet" href="/assets/site.css">
<script type="module" src="/assets/page.js"></script><script type="module" src="/assets/islands.js"></script>
</head><body data-theme="${theme}"><main><section class="section" id="contact"><div class="sheet"><div><h1>${kind}</h1>
<site-island name="form" when="${when}" props="${props.id}-props">${this.made.render(props)}</site-island><script type="application/json" id="${props.id}-props">${json}</script>
</div></div></section></main></body></html>`,
    );
  }

  handle(request: IncomingMessage, response: ServerResponse): void {
    const { pathname } = new URL(request.url!, this.origin);
    if (pathname === "/api/leads") return this.take(request, response);
    const asset = this.made.files.get(pathname.replace("/assets/", ""));
    if (asset) return send(response, 200, asset, pathname.endsWith(".css") ? "text/css" : "text/javascript");
    const other = /(gracias|aviso-de-privacidad)$/.test(pathname) && "<!doctype html><title>other</title>";
    const page = this.pages.get(pathname) ?? other;
    send(response, page ? 200 : 404, page || "404", "text/html");
  }

  private take(request: IncomingMessage, response: ServerResponse): void {
    let body = "";
    request.on("data", (part) => (body += part));
    request.on("end", () => {
      const type = request.headers["content-type"]!.split(";")[0]!;
      const json = type === "application/json";
      this.posts.push({
        type,
        fields: json ? JSON.parse(body) : Object.fromEntries(new URLSearchParams(body)),
      });
      const answer =
        this.answers.shift() ?? ([200, { reference: "0123456789abcdef", message: "ok" }] as const);
      if (answer === "never") return;
      if (json) return send(response, answer[0], JSON.stringify(answer[1]), "application/json");
      response.writeHead(303, { location: "/gracias" }).end();
    });
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
export const test = base.extend<{ site: FormSite }, { made: Bundle }>({
  made: [async ({}, use) => use(await bundle()), { scope: "worker" }],
  site: async ({ made }, use) => {
    let site: FormSite | undefined;
    const server: Server = createServer((request, response) => site?.handle(request, response));
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    site = new FormSite(made, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    await use(site);
    server.closeAllConnections();
    server.close();
  },
  baseURL: async ({ site }, use) => use(site.origin),
});

/** Where screenshots of each state go, when someone wants to look: FORM_SHOTS=<folder>. */
export async function shot(page: Page, name: string): Promise<void> {
  const folder = process.env.FORM_SHOTS;
  if (folder && existsSync(folder)) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}
