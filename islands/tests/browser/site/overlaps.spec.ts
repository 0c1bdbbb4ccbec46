// No text is on another or on a picture, at any width and scroll position.
import { expect, test } from "../test.ts";
import { inLanguage, LANGS, LAYOUTS } from "../../routes.ts";
import { overlaps } from "./overlaps.ts";

/** Each width in one of the languages, and each language on a phone, a tablet and a desktop: they differ in texts alone. */
const WIDTHS = { es: [360, 768, 1280, 1920], en: [390, 1024, 1440] };

for (const path of LAYOUTS) {
  test(`${path} has no text on another or on a picture`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    const found: string[] = [];
    for (const lang of LANGS) {
      await page.goto(inLanguage(lang, path));
      await page.evaluate(() => document.fonts.ready);
      for (const width of WIDTHS[lang]) {
        await page.setViewportSize({ width, height: 900 });
        found.push(
          ...(await overlaps(page)).map((pair) => `${lang}, ${width}: ${pair}`),
        );
      }
    }
    expect(found).toEqual([]);
  });
}
