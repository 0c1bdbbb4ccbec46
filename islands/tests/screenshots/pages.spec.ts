// Every page, in both languages, at each width: as a picture under test-results/pages, and held to its kept look.
// `make screenshots`, or some of it: `npm run screenshots -- -g "contacto-es-390"`. ACCEPT=1 keeps the new looks.
import { test } from "@playwright/test";
import { ALL_PAGES } from "../browser/site/site.ts";
import { judge, nameOf, take, WIDTHS } from "./baseline.ts";

for (const lang of ["es", "en"] as const)
  for (const path of ALL_PAGES)
    for (const width of WIDTHS) {
      const shot = { lang, path, width };
      test(nameOf(shot), async ({ page }, info) => {
        const taken = await take(page, shot, `test-results/pages/${nameOf(shot)}.png`);
        await judge(shot, taken, page, info);
      });
    }
