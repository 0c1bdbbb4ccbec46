// A small site around the probes, on an ephemeral port, under the real site's Content-Security-Policy. Tests change
// how a path answers with `answer`, and read what was asked with `asked`.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { test as base } from "@playwright/test";
import { bundleProbes, type ProbeBundle } from "./bundle.ts";

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; " +
  "connect-src 'self'; worker-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'";

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

export interface PageOptions {
  lang?: "es" | "en";
  /** HTML of `<main>`. */
  main?: string;
  /** Adds the loader: the plain one, the one with preact/debug, or none. */
  islands?: boolean | "debug";
  /** Address of the service worker. */
  worker?: string;
}

export class ProbeSite {
  readonly asked: { method: string; path: string; purpose: string }[] = [];
  private readonly answers = new Map<string, Answer>();
  private islandCount = 0;

  constructor(
    readonly bundle: ProbeBundle,
    readonly origin: string,
  ) {}

  /** Says how a path answers from now on. */
  answer(path: string, answer: Answer | string, type = "text/html; charset=utf-8"): void {
    this.answers.set(
      path,
      typeof answer === "string" ? (response) => send(response, 200, answer, type) : answer,
    );
  }

  /** Serves a page with these parts. */
  page(path: string, options: PageOptions): void {
    this.answer(path, document(options));
  }

  /** An island as the generator writes it; `changes` replace attributes. */
  island(
    name: string,
    when = "load",
    changes: Record<string, string> = {},
    lang: "es" | "en" = "es",
  ): string {
    const id = `island-${(this.islandCount += 1)}`;
    const strings = { probe: { note: "Nota", count_one: "{{count}} vez", count_other: "{{count}} veces" } };
    const props = {
      id,
      lang,
      locale: lang === "es" ? "es-MX" : "en-US",
      strings,
      rows: ["uno", "dos", "tres"],
    };
    const html = Object.hasOwn(changes, "html") ? changes.html! : this.bundle.render(name, props);
    const attributes = {
      name,
      when,
      props: `${id}-props`,
      fallback: lang === "es" ? "Esta parte no pudo cargarse." : "This part could not be loaded.",
      home: lang === "es" ? "/" : "/en",
      "home-label": lang === "es" ? "Volver al inicio" : "Back to home",
      ...changes,
    };
    const text = Object.entries(attributes)
      .filter(([key]) => key !== "html")
      .map(([key, value]) => `${key}="${value}"`);
    return `<site-island ${text.join(" ")}>${html}</site-island><script type="application/json" id="${id}-props">${JSON.stringify(props)}</script>`;
  }

  /** How often a path was asked for. */
  count(path: string): number {
    return this.asked.filter((request) => request.path === path).length;
  }

  /** The path of the file that holds a probe's own code. */
  chunk(name: string): string {
    const file = [...this.bundle.files.keys()].find((file) => file.startsWith(`${name}-`));
    return `/assets/${file}`;
  }

  handle(request: IncomingMessage, response: ServerResponse): void {
    const { pathname } = new URL(request.url!, this.origin);
    const purpose = String(request.headers["sec-purpose"] ?? "");
    this.asked.push({ method: request.method!, path: pathname, purpose });
    const answer = this.answers.get(pathname);
    if (answer) return answer(response, request);
    const file = this.bundle.files.get(pathname.replace("/assets/", ""));
    if (file) return send(response, 200, file, "text/javascript; charset=utf-8");
    send(response, 404, document({ main: "404" }), "text/html; charset=utf-8");
  }
}

/** Sends a whole answer with the headers of a host. */
export function send(
  response: ServerResponse,
  status: number,
  body: string,
  type = "text/html; charset=utf-8",
): void {
  response.writeHead(status, {
    "content-type": type,
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "cache-control": "no-cache",
  });
  response.end(body);
}

function document({ lang = "es", main = "", islands = false, worker }: PageOptions): string {
  const loader = islands === "debug" ? "islands-debug" : "islands";
  return `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><title>probe</title>
<link rel="icon" href="data:,">
${worker ? `<meta name="site-worker" content="${worker}">` : ""}
<script type="module" src="/assets/page.js"></script>
${islands ? `<script type="module" src="/assets/${loader}.js"></script>` : ""}
</head><body><header><a href="/">Inicio</a></header><main>${main}</main></body></html>`;
}

/** Playwright's `test` with a site of its own for each test; the bundle is made once per process. */
export const test = base.extend<{ site: ProbeSite }, { bundle: ProbeBundle }>({
  bundle: [async ({}, use) => use(await bundleProbes()), { scope: "worker" }],
  site: async ({ bundle }, use) => {
    let site: ProbeSite | undefined;
    const server: Server = createServer((request, response) => site?.handle(request, response));
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    site = new ProbeSite(bundle, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    await use(site);
    server.closeAllConnections();
    server.close();
  },
  baseURL: async ({ site }, use) => use(site.origin),
});

export { expect } from "@playwright/test";
