// Not a test: every page, in both languages, at each width, as a picture under test-results/pages.
// `make screenshots`, or some of it: `npm run screenshots -- -g "contacto, es, 390"`.
import { test } from "@playwright/test";
import { openStill } from "../browser/site/looks.ts";
import { ALL_PAGES, inLanguage } from "../browser/site/site.ts";

const WIDTHS = [390, 768, 1280, 1920, 2560];

for (const lang of ["es", "en"] as const)
  for (const path of ALL_PAGES)
    for (const width of WIDTHS) {
      const name = `${path === "/" ? "home" : path.slice(1).replaceAll("/", "-")}`;
      test(`${name}, ${lang}, ${width}`, async ({ page }) => {
        await openStill(page, process.env.SITE_URL + inLanguage(lang, path), width);
        await page.screenshot({ path: `test-results/pages/${name}-${lang}-${width}.png`, fullPage: true });
      });
    }
