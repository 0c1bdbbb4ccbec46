// A small site around the real form, the real loader and the real styles, on an ephemeral port and under the
// site's Content-Security-Policy. `answers` says how the lead function answers in turn, `posts` what it was sent.
import { existsSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { expect, test as base, type Page } from "@playwright/test";
import type { FormProps } from "../../../src/forms/index.tsx";
import type { Kind } from "../../../src/forms/kinds.ts";
import { formProps, strings } from "../../../src/gallery/forms.ts";
import {
  islandBundle,
  islandElement,
  send,
  sendAsset,
  serving,
  type IslandBundle,
} from "../island-bundle.ts";
import type { Lang } from "./form-page.ts";

export { FormPage, type Lang } from "./form-page.ts";
export { expect, strings };

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
    private readonly made: IslandBundle,
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
    this.pages.set(
      path,
      `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><title>${kind}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">
<link rel="stylesheet" href="/assets/site.css">
<script type="module" src="/assets/page.js"></script><script type="module" src="/assets/islands.js"></script>
</head><body data-theme="${theme}"><main><section class="section" id="contact"><div class="sheet"><div><h1>${kind}</h1>
${islandElement(this.made, "form", when, props)}
</div></div></section></main></body></html>`,
    );
  }

  handle(request: IncomingMessage, response: ServerResponse): void {
    const { pathname } = new URL(request.url!, this.origin);
    if (pathname === "/api/leads") return this.take(request, response);
    if (sendAsset(this.made, pathname, response)) return;
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

/** Playwright's `test` with a site of its own for each test; the bundle is made once per process. */
export const test = base.extend<{ site: FormSite }, { made: IslandBundle }>({
  made: [async ({}, use) => use(await islandBundle()), { scope: "worker" }],
  site: ({ made }, use) => serving((origin) => new FormSite(made, origin), use),
  baseURL: async ({ site }, use) => use(site.origin),
});

/** Where screenshots of each state go, when someone wants to look: FORM_SHOTS=<folder>. */
export async function shot(page: Page, name: string): Promise<void> {
  const folder = process.env.FORM_SHOTS;
  if (folder && existsSync(folder)) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}
