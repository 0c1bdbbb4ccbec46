// Accessibility of the built site: WCAG 2.2 AA and the good practices of axe, on every page, awake, at the
// width of a phone and of a desk. The islands' own states have their tests beside them (units, forms).
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { ALL_PAGES, expect, inLanguage, test, wakeUp } from "./site.ts";

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const WIDTHS = [390, 1280];

async function violations(page: Page): Promise<unknown[]> {
  const found = await new AxeBuilder({ page }).withTags(TAGS).analyze();
  return found.violations.map(({ id, nodes }) => [
    id,
    ...nodes.slice(0, 5).map(({ html, failureSummary }) => [html.slice(0, 160), failureSummary]),
  ]);
}

for (const lang of ["es", "en"] as const) {
  for (const path of ALL_PAGES) {
    const url = inLanguage(lang, path);
    test(`${url} has no violation`, async ({ page }) => {
      test.slow();
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 850 });
        await page.goto(url);
        await wakeUp(page);
        expect(await violations(page), `${width} px`).toEqual([]);
      }
    });
  }

  test(`the drawer and the products menu have no violation, ${lang}`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 850 });
    await page.goto(inLanguage(lang, "/"));
    await page.locator("header details.drawer > summary").click();
    expect(await violations(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 850 });
    await page.goto(inLanguage(lang, "/contacto"));
    await page.locator("header details.menu > summary").first().click();
    expect(await violations(page)).toEqual([]);
  });

  test(`a unit's dialog and the drawing of the inventory have no violation, ${lang}`, async ({ page }) => {
    await page.goto(`${inLanguage(lang, "/inventario")}?vista=plano`);
    await page.locator('svg [data-code="O-301"]').first().click();
    await expect(page.getByRole("dialog")).toBeVisible();
    expect(await violations(page)).toEqual([]);
  });
}
