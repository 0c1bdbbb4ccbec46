// The hosted editor at `/admin`, under the policy of its page: the sign-in, and the pages that it lists. GitHub is a stub,
// which answers with the files of the project.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContext, Page } from "@playwright/test";
import { REST } from "../tiers.ts";
import { expect, test as base } from "./test.ts";

const test = base.extend({
  baseURL: async ({ edited }, use) => use(edited.origin),
});
test.use({ serviceWorkers: "block" });
// One site for both of them.
test.describe.configure({ mode: "default" });

const CORS = {
  "access-control-allow-origin": "*",
  "access-control-allow-headers": "*",
  "access-control-allow-methods": "*",
};
const HEAD = "0".repeat(40);

/** Answers the requests of the program to GitHub with the files below `content/` of a project. */
async function stubGitHub(
  context: BrowserContext,
  root: string,
): Promise<void> {
  const files = readdirSync(join(root, "content"), {
    recursive: true,
    encoding: "utf8",
  })
    .filter((name) => name.endsWith(".md"))
    .map((name, index) => ({
      path: `content/${name}`,
      sha: String(index + 1).padStart(40, "a"),
    }));
  const textOf = (sha: string) => {
    const file = files.find((known) => known.sha === sha);
    return file ? readFileSync(join(root, file.path), "utf8") : "";
  };
  await context.route("https://api.github.com/**", (route) => {
    const request = route.request();
    const json = (body: unknown) =>
      route.fulfill({ json: body, headers: CORS });
    const { pathname } = new URL(request.url());
    if (request.method() === "OPTIONS" || pathname.includes("/collaborators/"))
      return route.fulfill({ status: 204, headers: CORS });
    if (pathname === "/user")
      return json({
        id: 1,
        login: "ana",
        name: "Ana",
        email: "ana@example.com",
      });
    if (pathname.includes("/git/trees/"))
      return json({
        truncated: false,
        tree: files.map((file) => ({ ...file, type: "blob", size: 1 })),
      });
    if (pathname !== "/graphql") return json({});
    const { query } = request.postDataJSON() as { query: string };
    const author = { name: "Ana", email: "ana@example.com", user: null };
    const change = {
      oid: HEAD,
      message: "Change",
      author,
      committedDate: "2026-11-20T12:00:00Z",
    };
    const commit = {
      oid: HEAD,
      message: "Change",
      history: { nodes: [change] },
    };
    const repository: Record<string, unknown> = {
      defaultBranchRef: { name: "main" },
      ref: { target: commit },
    };
    for (const [, alias, sha] of query.matchAll(
      /(\w+): object\(oid: "(\w+)"\)/g,
    ))
      repository[alias!] = { text: textOf(sha!) };
    for (const [, alias] of query.matchAll(/(\w+):\s*ref\(/g))
      repository[alias!] = { target: commit };
    return json({ data: { repository } });
  });
  await context.route("https://www.githubstatus.com/**", (route) =>
    route.fulfill({ json: { status: { indicator: "none" } }, headers: CORS }),
  );
}

/** What the page's policy refused, and what else its program reported as wrong. */
function complaints(page: Page): string[] {
  const found: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") found.push(message.text());
  });
  page.on("pageerror", (error) => found.push(String(error)));
  return found;
}

test(
  "an author signs in and sees the pages of the repository",
  REST,
  async ({ page, context, edited }) => {
    await stubGitHub(context, edited.project.root);
    const found = complaints(page);
    const answer = await page.goto("/admin");
    expect(answer!.headers()["x-robots-tag"]).toBe("noindex");
    expect(answer!.headers()["content-security-policy"]).toContain(
      "https://api.github.com",
    );
    await page
      .getByRole("button", { name: "Iniciar sesión con un token de acceso" })
      .click();
    await page
      .getByRole("alertdialog")
      .getByRole("textbox")
      .fill("ghp_000000000000000000000000000000000000");
    await page
      .getByRole("alertdialog")
      .getByRole("button", { name: "Iniciar sesión" })
      .click();
    await expect(page.getByText("Páginas").first()).toBeVisible();
    await expect(
      page.getByText("Meses de avance de obra").first(),
    ).toBeVisible();
    await page.goto("/admin#/collections/pages/entries/inversionistas");
    await expect(
      page.getByRole("textbox", { name: "Título" }).first(),
    ).toBeVisible();
    expect(
      found.filter((text) => text.includes("Content Security Policy")),
    ).toEqual([]);
  },
);

test(
  "the policy of every other page stays as it was",
  REST,
  async ({ request }) => {
    const policy = (await request.get("/contacto")).headers()[
      "content-security-policy"
    ];
    expect(policy).not.toContain("github");
    expect(policy).toContain("script-src 'self'; style-src 'self'; ");
  },
);
