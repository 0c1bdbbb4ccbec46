// Screenshots of every page, in both languages and at each width, under test-results/pages; where a page has a visual
// baseline at a width, the two are compared. `make screenshots`, or a part: `npm run screenshots -- -g "contacto-es-390"`.
import { test } from "@playwright/test";
import { ALL_PAGES, LANGS } from "../routes.ts";
import {
  BASELINE_WIDTHS,
  compareWithBaseline,
  nameOf,
  otherBrowser,
  take,
} from "./baseline.ts";

const WIDTHS = [390, 768, 1280, 1920, 2560];

for (const lang of LANGS)
  for (const path of ALL_PAGES)
    for (const width of WIDTHS) {
      const shot = { lang, path, width };
      const hasBaseline = BASELINE_WIDTHS[lang].includes(width);
      test(`${nameOf(shot)}${hasBaseline ? " matches its baseline" : ", without a baseline"}`, async ({
        page,
      }, info) => {
        const taken = await take(
          page,
          shot,
          `test-results/pages/${nameOf(shot)}.png`,
        );
        if (!hasBaseline) return;
        const reason = otherBrowser(page.context().browser()!);
        test.skip(Boolean(reason), reason);
        await compareWithBaseline(shot, taken, page, info);
      });
    }
