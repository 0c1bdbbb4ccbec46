// Accessibility of the selector and the inventory in each state: no violation, on both grounds and widths.
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { strangeUnits } from "../../../src/gallery/sample.ts";
import { expect, open, SIZES, test, type Lang } from "./unit-site.ts";

/** Presses what opens a dialog. */
const opens = (selector: string) => async (page: Page) => {
  await page.locator(selector).first().click();
  await expect(page.getByRole("dialog")).toBeVisible();
};
const still = async (): Promise<void> => {};
/** The plans come as a file of their own. */
const drawn = (page: Page) => expect(page.locator(".inventory-plans svg").first()).toBeVisible();

const states: [string, "selector" | "inventory", string, (page: Page) => Promise<void>, object?][] = [
  ["the selector", "selector", "", still],
  ["a level", "selector", "", (page) => page.locator('input[value="3"]').check()],
  ["a unit", "selector", "", opens('svg.plan [data-code="L-102"]')],
  ["a selector without units", "selector", "", still, { units: [] }],
  ["a selector with long names", "selector", "", still, { units: strangeUnits }],
  ["the list", "inventory", "", still],
  ["a filtered list", "inventory", "?nivel=3&disp=1&orden=-precio", still],
  ["an empty list", "inventory", "?area_min=999", still],
  ["a list with long names", "inventory", "", still, { units: strangeUnits }],
  ["the drawing", "inventory", "?vista=plano", drawn],
  ["a filtered drawing", "inventory", "?vista=plano&disp=1", drawn],
  ["a unit of the drawing", "inventory", "?vista=plano", opens('[data-code="O-401"]')],
  ["a comparison", "inventory", "?comparar=O-301,O-302,L-101,L-102", opens(".inventory-tools button")],
];

for (const lang of ["es", "en"] as Lang[]) {
  for (const [name, island, query, act, props] of states) {
    test(`${name}, ${lang}`, async ({ page, site }) => {
      test.slow();
      for (const [size, theme] of [
        ["phone", "light"],
        ["desktop", "dark"],
      ] as const) {
        await page.setViewportSize(SIZES[size]);
        site.island("/page", island, lang, props, theme);
        await open(page, `/page${query}`);
        await act(page);
        const { violations } = await new AxeBuilder({ page }).analyze();
        expect(
          violations.map(({ id, nodes }) => [id, ...nodes.slice(0, 3).map((node) => node.html)]),
        ).toEqual([]);
      }
    });
  }
}
