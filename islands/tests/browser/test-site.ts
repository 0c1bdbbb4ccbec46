// The base of the small test sites: a server on a free port, under the real site's Content-Security-Policy. A test sets
// how a path responds with `respond`, and reads what the browser requested from `requests`.
import {
  createServer,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import type { SiteBundle } from "./bundle.ts";

const POLICY =
  "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; " +
  "connect-src 'self'; worker-src 'self'; manifest-src 'self'; object-src 'none'; frame-src 'none'; " +
  "media-src 'none'; form-action 'self'; base-uri 'none'; require-trusted-types-for 'script'; trusted-types worker";

export type Handler = (
  response: ServerResponse,
  request: IncomingMessage,
) => void;

export class TestSite {
  /** Every request so far; `purpose` is the `Sec-Purpose` header. */
  readonly requests: { method: string; path: string; purpose: string }[] = [];
  private isOffline = false;
  private readonly handlers: { path: string | RegExp; handle: Handler }[] = [];

  constructor(
    readonly bundle: SiteBundle,
    readonly origin: string,
  ) {}

  /** Sets how a path, or every path that a pattern matches, responds from now on: a handler, or a body. */
  respond(
    path: string | RegExp,
    response: Handler | string,
    type?: string,
  ): void {
    const handle: Handler =
      typeof response === "string"
        ? (reply) => send(reply, 200, response, type)
        : response;
    this.handlers.unshift({ path, handle });
  }

  /** From now on every connection breaks. What a browser emulates does not reach every service worker in time. */
  goOffline(): void {
    this.isOffline = true;
  }

  /** How often a path was requested. */
  count(path: string): number {
    return this.requests.filter((request) => request.path === path).length;
  }

  handle(request: IncomingMessage, response: ServerResponse): void {
    if (this.isOffline) return void request.socket.destroy();
    const { pathname } = new URL(request.url!, this.origin);
    const purpose = String(request.headers["sec-purpose"] ?? "");
    this.requests.push({ method: request.method!, path: pathname, purpose });
    const known = this.handlers.find(({ path }) =>
      typeof path === "string" ? path === pathname : path.test(pathname),
    );
    if (known) return known.handle(response, request);
    const asset = this.bundle.files.get(pathname.replace("/assets/", ""));
    if (asset)
      return send(
        response,
        200,
        asset,
        pathname.endsWith(".css") ? "text/css" : "text/javascript",
      );
    send(response, 404, pageHtml({ title: "404", content: "404" }));
  }
}

/** Sends a whole response with the headers of a host. */
export function send(
  response: ServerResponse,
  status: number,
  body: string,
  type = "text/html",
): void {
  response.writeHead(status, {
    "content-type": `${type}; charset=utf-8`,
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "cache-control": "no-cache",
  });
  response.end(body);
}

/** Serves a site, made for its own origin, until `use` resolves. */
export async function serveTestSite<S extends TestSite>(
  create: (origin: string) => S,
  use: (site: S) => Promise<void>,
): Promise<void> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const site = create(
    `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  );
  server.on("request", (request, response) => site.handle(request, response));
  await use(site);
  server.closeAllConnections();
  server.close();
}

export interface PageParts {
  lang?: "es" | "en";
  title: string;
  /** File names of the scripts, below `/assets/`. */
  scripts?: string[];
  /** Further elements of `<head>`. */
  head?: string;
  /** Value of `data-theme` on `<body>`. */
  theme?: string;
  /** HTML before `<main>`. */
  before?: string;
  /** HTML of `<main>`. */
  content: string;
}

/** A whole page. */
export function pageHtml({
  lang = "es",
  title,
  scripts = [],
  head = "",
  theme,
  before = "",
  content,
}: PageParts): string {
  return `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">
${head}${scripts.map((name) => `<script type="module" src="/assets/${name}.js"></script>`).join("\n")}
</head><body${theme ? ` data-theme="${theme}"` : ""}>${before}<main>${content}</main></body></html>`;
}

/** A section of a page with the site's styles, as the real pages have it around an island. */
export function sectionHtml(
  id: string,
  heading: string,
  content: string,
): string {
  return `<section class="section" id="${id}"><div class="sheet"><div><h1>${heading}</h1>\n${content}\n</div></div></section>`;
}

/** The link to the site's styles. */
export const STYLES = '<link rel="stylesheet" href="/assets/site.css">\n';

/** An island's element as the generator writes it: the prerendered HTML, and its props in an attribute. */
export function islandElement(
  html: string,
  attributes: Record<string, string>,
  props: { id: string },
): string {
  const json = JSON.stringify(props).replace(
    /[<>&']/g,
    (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`,
  );
  const text = Object.entries({ props: json, ...attributes }).map(
    ([key, value]) => ` ${key}='${value}'`,
  );
  return `<site-island${text.join("")}>${html}</site-island>`;
}
