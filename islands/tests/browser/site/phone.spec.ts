// The built site on a phone: what its first screen shows, and how far a visitor has to scroll.
import { inLanguage, LANGS } from "../../routes.ts";
import { firstIf } from "../../tiers.ts";
import { expect, test } from "../test.ts";

/** The height in CSS pixels that the inventory may have: about ten screens. */
const INVENTORY_HEIGHT = 9000;

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

for (const javaScriptEnabled of [true, false]) {
  test.describe(
    javaScriptEnabled ? "with scripts" : "without JavaScript",
    () => {
      test.use({ javaScriptEnabled });

      for (const lang of LANGS) {
        test(
          `the inventory shows a unit in the first screen, available ones first, ${lang}`,
          firstIf(lang === "es"),
          async ({ page }) => {
            await page.goto(inLanguage(lang, "/inventario"));
            const rows = page.locator(".inventory-table tbody tr");
            const first = (await rows.first().boundingBox())!;
            const dock = (await page.locator(".floating").boundingBox())!;
            expect(first.y + first.height).toBeLessThanOrEqual(dock.y);
            const height = await page
              .locator("html")
              .evaluate((html) => html.scrollHeight);
            expect(height).toBeLessThan(INVENTORY_HEIGHT);

            const taken = page
              .locator(".inventory-table tr.is-vendido")
              .first();
            await expect(taken).toBeHidden();
            // The cards above the link get their buttons, and the link its place, when the island has started.
            if (javaScriptEnabled)
              await expect(page.locator(".inventory-fields")).toBeEnabled();
            // By key: cards that are laid out only when they come near move the link while a pointer aims at it.
            await page.locator(".inventory-also").press("Enter");
            await expect(taken).toBeVisible();
            await expect(page.locator(".inventory-also")).toBeHidden();
          },
        );
      }

      test("the whole card leads to its unit", async ({ page }) => {
        await page.goto("/inventario");
        const card = page.locator(".inventory-table tbody tr").nth(1);
        const unit = (await card.locator("th a").getAttribute("href"))!;
        // Not below the bar at the bottom, nor where late fonts move it.
        await page.evaluate(() => document.fonts.ready.then(() => undefined));
        await card.evaluate((row) => row.scrollIntoView({ block: "center" }));
        // Its link covers it.
        await card.locator(".col-level").click({ force: true });
        await page.waitForURL(`**${unit}`);
      });
    },
  );
}

test("filters, order and the other view are in one row", async ({ page }) => {
  await page.goto("/inventario");
  const controls = [
    ".inventory-controls .inventory-fold > summary",
    ".inventory-sort",
    ".inventory-views label:last-child",
  ];
  await expect(page.locator(".inventory-fields")).toBeEnabled();
  const boxes = await Promise.all(
    controls.map((one) => page.locator(one).boundingBox()),
  );
  const middles = boxes.map((box) => box!.y + box!.height / 2);
  expect(Math.max(...middles) - Math.min(...middles)).toBeLessThan(4);
  await page.locator(".inventory-sort select").selectOption("-precio");
  await expect(page).toHaveURL(/orden=-precio/);
});

test("the list can be skipped with the keyboard", async ({ page }) => {
  await page.goto("/inventario");
  await page.getByRole("link", { name: /^Saltar la lista/ }).press("Enter");
  await page.keyboard.press("Tab");
  expect(
    await page.evaluate(() => document.activeElement!.closest("site-island")),
  ).toBeNull();
});

test("a unit's page has its picture below the price, and its payments as sentences", async ({
  page,
}) => {
  await page.goto("/inventario/O-305");
  await expect(page.locator("h1")).toHaveText("Oficina O-305");
  await expect(page.locator("h1 .code")).toHaveCSS("white-space", "nowrap");
  await expect(page.locator(".unit-head .lead")).toHaveText(/Nivel 3, 45\s?m²/);
  const tops = await Promise.all(
    [".unit-price", ".unit > .picture", ".unit-plan", "#pagos"].map(
      async (part) => (await page.locator(part).boundingBox())!.y,
    ),
  );
  expect(tops).toEqual([...tops].sort((a, b) => a - b));
  const plan = page.locator("#pagos details").first();
  await expect(plan.locator("summary")).toContainText("4 mensualidades");
  await expect(plan.locator("table")).toBeHidden();
  await page.locator(".floating-contact").click();
  await expect(page).toHaveURL(/O-305#contact$/);
  await expect(page.locator("#contact")).toBeInViewport();
});

test("the form of the brochure comes before its contents", async ({ page }) => {
  await page.goto("/brochure");
  const form = (await page.locator(".contact-form").boundingBox())!;
  const contents = (await page.locator(".brochure-contents").boundingBox())!;
  expect(form.y).toBeLessThan(844 - 60);
  expect(contents.y).toBeGreaterThan(form.y + form.height);
});
