// What an editor sees while `site serve` runs: each save on the open page, and problems on top of it.
import type { Page } from "@playwright/test";
import { EXPECT_TIMEOUT_MS } from "../limits.ts";
import { expect, test as base } from "./test.ts";
import { REST } from "../tiers.ts";

/** Each test ends when its last change is built, so that no build of it disturbs the next one. */
const test = base.extend<{
  write: (file: string, change: (text: string) => string) => void;
}>({
  baseURL: async ({ edited }, use) => use(edited.origin),
  write: async ({ edited: { project } }, use) =>
    use((file, change) => project.write(file, change)),
});
// One project serves all tests.
test.describe.configure({ mode: "default" });
test.use({ serviceWorkers: "block" });

const HOME = "content/es/index.md";
const CONTACT = "content/es/contacto.md";

/** Opens a page and marks it: a reload removes the mark. */
async function open(page: Page, path: string): Promise<void> {
  const connected = page.waitForResponse("**/_dev/events");
  await page.goto(path);
  await connected;
  await page.evaluate(() => Object.assign(window, { marked: true }));
}
const isMarked = (page: Page) => page.evaluate(() => "marked" in window);
const panel = (page: Page) => page.getByRole("alert", { name: "Problems" });

test("a saved text shows on its page, and no other page reloads", async ({
  page,
  context,
  write,
}) => {
  const other = await context.newPage();
  await open(page, "/contacto");
  await open(other, "/inversionistas");
  // The page asks for itself after each build.
  const compared = other.waitForResponse((response) =>
    response.url().endsWith("/inversionistas"),
  );
  write(CONTACT, (text) =>
    text.replace("Díganos qué busca", "Díganos qué necesita"),
  );
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "Díganos qué necesita",
  );
  // Its text was exchanged.
  expect(await isMarked(page)).toBe(true);
  await (await compared).finished();
  expect(await isMarked(other)).toBe(true);
});

test(
  "what was typed, the focus and the place on the page survive a reload",
  REST,
  async ({ page, write }) => {
    await open(page, "/contacto-oficinas");
    const name = page.getByLabel("Nombre", { exact: false }).first();
    await name.fill("Ana Pérez");
    const message = page.getByRole("textbox", { name: /Mensaje|busca/ }).last();
    await message.fill("Una oficina");
    await message.focus();
    await page.evaluate(() => scrollTo(0, 400));
    const place = await page.evaluate(() => scrollY);
    write("templates/parts/opening.html", (text) =>
      text.replace('class="lead"', 'class="lead changed"'),
    );
    await expect(page.locator("p.lead.changed")).toBeVisible();
    expect(await isMarked(page)).toBe(false);
    await expect(name).toHaveValue("Ana Pérez");
    await expect(message).toHaveValue("Una oficina");
    await expect(message).toBeFocused();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(place);
    // The island has the values, too: it reports no empty field.
    await expect(page.locator('site-island[name="form"]')).toHaveAttribute(
      "state",
      "ready",
    );
    await expect(name).toHaveValue("Ana Pérez");
  },
);

test(
  "a fact of site.yaml changes in each text with it, in both languages",
  REST,
  async ({ page, write }) => {
    const [given, other] = [
      "tourism_gdp_percent: 10",
      "tourism_gdp_percent: 11",
    ];
    write("site.yaml", (text) => text.replace(given, other));
    for (const [path, share] of [
      ["/", /11\s% del PIB turístico/],
      ["/inversionistas", /11\s% del PIB turístico/],
      ["/en", /11% of regional tourism GDP/],
      ["/en/inversionistas", /11% of regional tourism GDP/],
    ] as const) {
      await open(page, path);
      await expect(page.locator("main")).toContainText(share);
    }
    write("site.yaml", (text) => text.replace(other, given));
    await expect(page.locator("main")).toContainText(
      "10% of regional tourism GDP",
    );
  },
);

test("styles change without a reload", REST, async ({ page, write }) => {
  await open(page, "/contacto");
  write(
    "templates/styles/base.css",
    (text) => `${text}\nh1 { outline: 3px solid rgb(1, 2, 3); }\n`,
  );
  await expect(page.getByRole("heading", { level: 1 })).toHaveCSS(
    "outline-color",
    "rgb(1, 2, 3)",
  );
  expect(await isMarked(page)).toBe(true);
});

test(
  "a problem shows on the last good page and disappears when it is solved",
  REST,
  async ({ page, write }) => {
    await open(page, "/");
    write(HOME, (text) => text.replace("template: home", "templat: home"));
    await expect(panel(page)).toContainText("1 problem");
    await expect(panel(page)).toContainText("templat: home");
    await expect(panel(page).locator("pre")).toContainText(/^ +\| +\^$/m);
    const link = panel(page).getByRole("link", {
      name: /^content\/es\/index\.md:\d+:\d+$/,
    });
    await expect(link).toHaveAttribute(
      "href",
      /^vscode:\/\/file\/.*\/content\/es\/index\.md:\d+:\d+$/,
    );
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    // A page that is opened now shows it, too.
    const late = await page.context().newPage();
    await open(late, "/contacto");
    await expect(panel(late)).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(panel(page)).toHaveCount(0);
    write(HOME, (text) => text.replace("templat: home", "template: home"));
    await expect(panel(late)).toHaveCount(0);
    expect(await isMarked(page)).toBe(true);
  },
);

test(
  "a problem in a template shows on the page",
  REST,
  async ({ page, write }) => {
    await open(page, "/contacto");
    write("templates/pages/contact.html", (text) => `${text}{% if %}`);
    await expect(panel(page)).toContainText("templates/pages/contact.html:");
    expect(await isMarked(page)).toBe(true);
    write("templates/pages/contact.html", (text) =>
      text.replace("{% if %}", ""),
    );
    await expect(panel(page)).toHaveCount(0);
  },
);

test(
  "a page that cannot be made comes back when its problem is solved",
  REST,
  async ({ page, write }) => {
    const file = "content/es/contacto-locales.md";
    write(file, (text) =>
      text.replace(
        "template: contact",
        "template: contact\nmiddleware: [nope]",
      ),
    );
    await expect(async () =>
      expect((await page.goto("/contacto-locales"))!.status()).toBe(500),
    ).toPass({ timeout: EXPECT_TIMEOUT_MS });
    const heading = page.getByRole("heading", { level: 1 });
    await expect(heading).toContainText("nope");
    write(file, (text) => text.replace("\nmiddleware: [nope]", ""));
    await expect(heading).not.toContainText("nope");
    await expect(page.locator("form")).toBeVisible();
  },
);

test("a draft is shown with a mark", REST, async ({ page, write }) => {
  const files = ["content/en/brochure.md", "content/es/brochure.md"];
  await open(page, "/brochure");
  for (const file of files)
    write(file, (text) => text.replace("---\n", "---\ndraft: true\n"));
  await expect(page.getByText("Not public: draft")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  for (const file of files)
    write(file, (text) => text.replace("draft: true\n", ""));
  await expect(page.getByText("Not public: draft")).toHaveCount(0);
});

test(
  "the start page lists pages, problems and the inventory, and pulls it",
  REST,
  async ({ page, write }) => {
    await open(page, "/_dev");
    const row = page.getByRole("row", { name: /^\/contacto / });
    await expect(row.getByRole("link")).toHaveCount(2);
    await expect(row).toContainText("content/en/contacto.md: published");
    write(CONTACT, (text) =>
      text.replace("template: contact", "templat: contact"),
    );
    await expect(row).toContainText("problems: 1");
    write(CONTACT, (text) =>
      text.replace("templat: contact", "template: contact"),
    );
    await expect(row).not.toContainText("problems:");
    const answer = page.waitForResponse("**/_dev/pull");
    await page.getByRole("button", { name: "Pull now" }).click();
    expect((await answer).status()).toBe(303);
    await expect(page.getByText(/^Of \d{4}-\d\d-\d\d, from /)).toBeVisible();
  },
);
