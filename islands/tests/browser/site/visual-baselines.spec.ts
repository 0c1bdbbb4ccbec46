// What the comparison of screenshots detects. every-page.spec.ts compares the pages with their baselines.
import { otherBrowser, take, wholePage } from "../../screenshots/baseline.ts";
import { differences, thumbnail } from "../../screenshots/thumbnail.ts";
import { expect, test } from "../test.ts";

const SHOT = { lang: "es", path: "/contacto", width: 1280 } as const;

test("the baselines are of this version of Chromium", ({ browser }) => {
  // Another version draws letters in another way: then no page is compared.
  const reason = otherBrowser(browser);
  test.skip(Boolean(reason), reason);
});

test("letters rendered at another resolution make no difference", async ({ page, browser, baseURL }) => {
  const once = await take(page, SHOT);
  const context = await browser.newContext({ baseURL, deviceScaleFactor: 2 });
  const twice = await take(await context.newPage(), SHOT);
  await context.close();
  expect(differences(once, twice)).toEqual([]);
});

test("a missing part, grid, ground or colour and a smaller heading make a difference", async ({ page }) => {
  const whole = await take(page, SHOT);
  for (const [what, rule] of [
    ["a hidden form", ".contact-form { visibility: hidden }"],
    ["a missing grid", ".sheet { display: block }"],
    ["a missing ground", "[data-theme] { background: #fff }"],
    [
      "a button without its colour",
      ".form-submit.form-submit.form-submit { background: none; color: inherit }",
    ],
    ["a heading a third smaller", "h1 { font-size: 2.5rem }"],
  ] as const) {
    await page.evaluate((css) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
      document.adoptedStyleSheets.push(sheet);
    }, rule);
    const broken = await thumbnail(await wholePage(page));
    expect(differences(whole, broken).length, what).toBeGreaterThan(0);
    await page.evaluate(() => document.adoptedStyleSheets.pop());
  }
});
