// A visitor fills in each kind of form of each development, in each language, with and without JavaScript, and the lead function
// of `site serve` accepts it with that development's options. The Rust tests post every form of every page.
import type { Page } from "@playwright/test";
import { Project, serveExample, type ServedSite } from "../start.ts";
import { expect, test } from "../test.ts";

const DEVELOPMENTS: Record<string, () => Promise<ServedSite>> = {
  "the development of this repository": () => new Project().serve(["--offline", "--no-watch"]),
  "the tower": () => serveExample("torre"),
  "the apartments": () => serveExample("residencial"),
};

interface FoundForm {
  path: string;
  kind: string;
}

/** The first page with each kind of form in each language. */
async function findForms(origin: string): Promise<FoundForm[]> {
  const sitemap = await (await fetch(`${origin}/sitemap.xml`)).text();
  const paths = [...sitemap.matchAll(/<loc>https?:\/\/[^/<]+([^<]*)<\/loc>/g)].map(([, path]) => path || "/");
  const found = new Map<string, FoundForm>();
  for (const path of paths) {
    const html = await (await fetch(origin + path)).text();
    const lang = /<html[^>]* lang="?([\w-]+)/.exec(html)?.[1];
    for (const [, kind] of html.matchAll(/name="?form"? value="?(\w+)/g)) {
      if (!found.has(`${lang} ${kind}`)) found.set(`${lang} ${kind}`, { path, kind: kind! });
    }
  }
  return [...found.values()];
}

async function send(
  page: Page,
  origin: string,
  { path, kind }: FoundForm,
  hasScript: boolean,
): Promise<void> {
  await page.goto(origin + path);
  const form = page.locator(`form:has([name=form][value=${kind}])`);
  await form.scrollIntoViewIfNeeded();
  if (hasScript) await expect(form).toHaveAttribute("novalidate");
  await form.locator("[name=name]").fill("Ana López");
  await form.locator("[name=phone]").fill("984 555 0162");
  await form.locator("[name=email]").fill("ana@example.com");
  for (const group of await form.getByRole("radiogroup").all())
    await group.getByRole("radio").first().check();
  const answer = page.waitForResponse((response) => response.request().method() === "POST");
  await form.locator(".form-submit").click();
  expect((await answer).status(), `${kind} on ${path}`).toBe(hasScript ? 200 : 303);
  await page.waitForURL(/gracias|thank-you|obrigado/);
}

for (const hasScript of [true, false]) {
  test.describe(hasScript ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled: hasScript });

    for (const [name, serve] of Object.entries(DEVELOPMENTS)) {
      test(`each form of ${name} is accepted`, async ({ page }) => {
        test.setTimeout(180_000);
        const site = await serve();
        try {
          const forms = await findForms(site.origin);
          expect(forms.map(({ kind }) => kind)).toEqual(expect.arrayContaining(["contact", "unit"]));
          for (const form of forms) await send(page, site.origin, form, hasScript);
        } finally {
          site.stop();
        }
      });
    }
  });
}
