// No text is on another or on a picture, at any width and scroll position.
import { expect, test } from "../test.ts";
import { inLanguage, LANGS, LAYOUTS } from "../../routes.ts";
import { firstIf } from "../../tiers.ts";
import { overlaps } from "./overlaps.ts";

/** In the first tier: a phone and a desktop, the layouts with most parts, in the language with the longer texts. */
const FIRST_PATHS = ["/", "/inventario", "/inventario/O-301"];
const FIRST_WIDTHS = [360, 1280];
const OTHER_WIDTHS = [390, 768, 1024, 1440, 1920];

for (const lang of LANGS)
  for (const widths of [FIRST_WIDTHS, OTHER_WIDTHS])
    for (const path of LAYOUTS) {
      const isFirst =
        lang === "es" && widths === FIRST_WIDTHS && FIRST_PATHS.includes(path);
      const name = `${inLanguage(lang, path)} has no text on another or on a picture at ${widths.join(", ")} px`;
      test(name, firstIf(isFirst), async ({ page }) => {
        await page.emulateMedia({ reducedMotion: "reduce" });
        const found: string[] = [];
        await page.goto(inLanguage(lang, path));
        await page.evaluate(() => document.fonts.ready);
        for (const width of widths) {
          await page.setViewportSize({ width, height: 900 });
          found.push(
            ...(await overlaps(page)).map((pair) => `${width}: ${pair}`),
          );
        }
        expect(found).toEqual([]);
      });
    }
