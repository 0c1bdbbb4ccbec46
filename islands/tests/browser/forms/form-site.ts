// A small site with the lead form. `responses` sets how the lead function responds in turn, `posts` records what it received.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { FormProps } from "../../../src/forms/form-props.ts";
import type { Kind } from "../../../src/types.ts";
import { formProps } from "../../../gallery/forms.ts";
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

export { FormPage, strings } from "./form-page.ts";
export { expect };

/** How the lead function responds to a post: a status and a body, or never. */
export type LeadResponse = readonly [status: number, body: unknown] | "never";

export interface Post {
  type: string;
  fields: Record<string, unknown>;
}

const SUCCESS: LeadResponse = [
  200,
  { reference: "0123456789abcdef", message: "ok" },
];

export class FormSite extends TestSite {
  readonly posts: Post[] = [];
  readonly responses: LeadResponse[] = [];

  constructor(bundle: SiteBundle, origin: string) {
    super(bundle, origin);
    this.respond("/api/leads", (response, request) =>
      this.receive(request, response),
    );
    this.respond(
      /(gracias|aviso-de-privacidad)$/,
      pageHtml({ title: "other", content: "" }),
    );
  }

  /** Serves a form at `path`, as the generator writes it. */
  form(
    path: string,
    kind: Kind,
    lang: Lang = "es",
    more: Partial<FormProps> = {},
    theme = "light",
    when = "load",
  ): void {
    this.forms(
      path,
      { [kind]: formProps(kind, lang, { page: path, ...more }) },
      lang,
      theme,
      when,
    );
  }

  /** Serves a page with several forms, each in a section with its name as title. */
  forms(
    path: string,
    forms: Record<string, FormProps>,
    lang: Lang,
    theme = "light",
    when = "load",
  ): void {
    const sections = Object.entries(forms).map(([name, props], index) => {
      const island = islandElement(
        this.bundle.render("form", props),
        { name: "form", when },
        props,
      );
      return sectionHtml(index ? `contact-${index}` : "contact", name, island);
    });
    const page = pageHtml({
      lang,
      title: Object.keys(forms)[0]!,
      head: STYLES,
      scripts: ["page", "islands"],
      theme,
      content: sections.join(""),
    });
    this.respond(path, page);
  }

  private receive(request: IncomingMessage, response: ServerResponse): void {
    let body = "";
    request.on("data", (part) => (body += part));
    request.on("end", () => {
      const type = request.headers["content-type"]!.split(";")[0]!;
      const isJson = type === "application/json";
      this.posts.push({
        type,
        fields: isJson
          ? JSON.parse(body)
          : Object.fromEntries(new URLSearchParams(body)),
      });
      const next = this.responses.shift() ?? SUCCESS;
      if (next === "never") return;
      if (isJson)
        return send(
          response,
          next[0],
          JSON.stringify(next[1]),
          "application/json",
        );
      response.writeHead(303, { location: "/gracias" }).end();
    });
  }
}

/** `test` with a site of its own for each test. */
export const test = base.extend<{ site: FormSite }>({
  site: ({ siteIslands }, use) =>
    serveTestSite((origin) => new FormSite(siteIslands, origin), use),
  baseURL: async ({ site }, use) => use(site.origin),
});
