// No page looks otherwise than it was judged and kept (tests/screenshots). Here a part of the set; `make screenshots`
// compares every page at every width in both languages.
import { ALL_PAGES, expect, test } from "./site.ts";
import { judge, nameOf, take } from "../../screenshots/baseline.ts";
import { differences, look } from "../../screenshots/looks.ts";

/** Each language at a width of its own, Spanish at the desk's too: the whole set takes longer than a test may. */
const SHOTS = [
  { lang: "es", width: 390 },
  { lang: "es", width: 1280 },
  { lang: "en", width: 768 },
] as const;

for (const { lang, width } of SHOTS)
  for (const path of ALL_PAGES) {
    const shot = { lang, path, width };
    test(`${nameOf(shot)} looks as it was kept`, async ({ page }, info) => {
      test.slow();
      await judge(shot, await take(page, shot), page, info);
    });
  }

test.describe("what the comparison sees", () => {
  const shot = { lang: "es", path: "/contacto", width: 1280 } as const;

  test("letters drawn by other means pass", async ({ page, browser, baseURL }) => {
    const once = await take(page, shot);
    const context = await browser.newContext({ baseURL, deviceScaleFactor: 2 });
    const twice = await take(await context.newPage(), shot);
    await context.close();
    expect(differences(once, twice)).toEqual([]);
  });

  for (const [what, rule] of [
    ["a hidden form", ".contact-form { visibility: hidden }"],
    ["a lost grid", ".sheet { display: block }"],
    ["a missing style sheet's ground", "[data-theme] { background: #fff }"],
    [
      "a button without its colour",
      ".form-submit.form-submit.form-submit { background: none; color: inherit }",
    ],
    ["a heading a third smaller", "h1 { font-size: 2.5rem }"],
  ] as const)
    test(`${what} does not`, async ({ page }) => {
      const whole = await take(page, shot);
      await page.evaluate((css) => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(css);
        document.adoptedStyleSheets.push(sheet);
      }, rule);
      const broken = await look(await page.screenshot({ fullPage: true }));
      expect(differences(whole, broken).length).toBeGreaterThan(0);
    });
});
