// Paper and forced colours: nothing is pinned over the text, folded away or told by a colour that is gone.
import { ALL_PAGES, expect, inLanguage, test } from "./site.ts";

/** The width between the margins of a sheet of letter paper, in CSS pixels. */
const PAPER = 720;

for (const lang of ["es", "en"] as const)
  for (const path of ALL_PAGES)
    test(`${inLanguage(lang, path)} prints whole`, async ({ page }) => {
      await page.setViewportSize({ width: PAPER, height: 960 });
      await page.goto(inLanguage(lang, path));
      await page.emulateMedia({ media: "print" });
      const found = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        const shown = [...document.body.querySelectorAll<HTMLElement>("*")].filter((element) =>
          element.checkVisibility(),
        );
        const pinned = shown.filter((element) =>
          ["fixed", "sticky"].includes(getComputedStyle(element).position),
        );
        // Prices above all: a plan of payments that is folded must be on the paper too.
        const folded = [...document.querySelectorAll("main details :is(td, p):not([hidden] *)")].filter(
          (element) => !element.checkVisibility(),
        );
        return {
          wider: Math.max(0, scrollWidth - clientWidth),
          pinned: pinned.map((element) => element.outerHTML.slice(0, 100)),
          folded: folded.map((element) => element.outerHTML.slice(0, 100)),
        };
      });
      expect(found).toEqual({ wider: 0, pinned: [], folded: [] });
      await expect(page.locator("h1")).toBeVisible();
      await expect(page.locator(".floating, .nav, form").filter({ visible: true })).toHaveCount(0);
    });

test("forced colours tell the marked unit from its neighbours, and free ones from the others", async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: "active" });
  await page.goto("/inventario/O-301");
  const fill = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => getComputedStyle(element).fill);
  expect(await fill(".plan-marked")).not.toBe(await fill(".plan-whole .plan-core"));
  expect(await fill(".plan-close .plan-label")).not.toBe(await fill(".plan-marked"));
  await page.goto("/");
  expect(await fill(".axo-unit.is-disponible")).not.toBe(await fill(".axo-unit.is-vendido"));
});
