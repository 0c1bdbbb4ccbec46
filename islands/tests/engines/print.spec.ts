// What the engine shows on paper, and with a style sheet as an older version of it reads one.
import { eventually } from "./eventually.ts";
import { REST } from "../tiers.ts";
import { expect, test } from "./test.ts";

test(
  "on paper every level of the selector is shown",
  REST,
  async ({ visit, baseURL }) => {
    const { page } = visit;
    await page.goto(`${baseURL}/`);
    const shown = () =>
      [...document.querySelectorAll(".selector-floor")].map((floor) =>
        floor.checkVisibility(),
      );
    expect(await page.evaluate(shown)).toEqual([true, false, false, false]);
    await page.evaluate(applyPrintStyles);
    expect(await page.evaluate(shown)).toEqual([true, true, true, true]);
  },
);

test(
  "without alternative texts in style sheets, symbols are shown too",
  REST,
  async ({ visit, baseURL }) => {
    const { page } = visit;
    await page.goto(`${baseURL}/inventario`);
    await eventually(
      page,
      () => document.querySelectorAll("th button").length,
    ).toBeGreaterThan(4);
    const symbols = () =>
      [...document.querySelectorAll("th button")].map(
        (button) => getComputedStyle(button, "::after").content,
      );
    const before = await page.evaluate(symbols);
    expect(before.join()).toContain("\u2195");
    await page.evaluate(removeAlternativeTexts);
    const after = await page.evaluate(symbols);
    expect(after).toEqual(
      before.map((content) => content.replace(/ \/ ""$/, "")),
    );
  },
);

/** Applies what the page's style sheets say about paper to the screen: only Chromium can be asked to show it. */
function applyPrintStyles(): void {
  const visit = (rules: CSSRuleList) => {
    for (const rule of rules) {
      if (!(rule instanceof CSSMediaRule)) continue;
      if (rule.media.mediaText === "print") rule.media.mediaText = "all";
      else if (rule.media.mediaText === "screen")
        rule.media.mediaText = "not all";
      else visit(rule.cssRules);
    }
  };
  for (const sheet of document.styleSheets) visit(sheet.cssRules);
}

/** Replaces the page's style sheets by themselves without what browsers before 2024 ignore: `content: "×" / ""`. */
async function removeAlternativeTexts(): Promise<void> {
  for (const sheet of [...document.styleSheets]) {
    const text = sheet.href
      ? await (await fetch(sheet.href)).text()
      : sheet.ownerNode!.textContent!;
    const older = new CSSStyleSheet();
    older.replaceSync(text.replace(/content:\s*"[^"]*"\s*\/\s*""/g, ""));
    document.adoptedStyleSheets.push(older);
    sheet.disabled = true;
  }
}
