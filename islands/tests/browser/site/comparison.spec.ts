// The comparison of two to four units on phones, a tablet and a desktop, in this site and in the examples.
import type { Page } from "@playwright/test";
import { inLanguage, LANGS } from "../../routes.ts";
import { REST } from "../../tiers.ts";
import { violations } from "../accessibility.ts";
import {
  comparisonProblems,
  firstCodes,
  openComparison,
} from "../comparison-checks.ts";
import { serveExample } from "../start.ts";
import { expect, test } from "../test.ts";

const WIDTHS = [360, 390, 768, 1280];

/** Opens the comparison of two, three and four units at each width, and checks it. */
async function compareAtEachWidth(
  page: Page,
  inventory: string,
  codes: readonly string[],
): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 844 });
    for (const count of [2, 3, 4]) {
      await openComparison(page, inventory, codes.slice(0, count));
      await expect
        .poll(() => comparisonProblems(page, width), {
          message: `${count} units at ${width} px`,
        })
        .toEqual([]);
    }
  }
}

for (const lang of LANGS) {
  test(
    `a comparison in ${lang} shows or announces every unit, and cuts no value`,
    REST,
    async ({ page }) => {
      const inventory = inLanguage(lang, "/inventario");
      await page.goto(inventory);
      const codes = await firstCodes(page, lang);
      await compareAtEachWidth(page, inventory, codes);
      expect(await violations(page, { include: ".compare" })).toEqual([]);
    },
  );
}

for (const name of ["torre", "residencial"]) {
  test(
    `a comparison of units of the example ${name} shows or announces every unit, and cuts no value`,
    REST,
    async ({ page }) => {
      const site = await serveExample(name);
      try {
        const inventory = `${site.origin}/inventario`;
        await page.goto(inventory);
        await compareAtEachWidth(page, inventory, await firstCodes(page));
        expect(await violations(page, { include: ".compare" })).toEqual([]);
      } finally {
        site.stop();
      }
    },
  );
}
