// Accessibility of the form in each of its states, on a light and a dark ground, and in forced colours.
import { formStates } from "../../../gallery/forms.ts";
import { LANGS } from "../../routes.ts";
import { violations } from "../accessibility.ts";
import { expect, test } from "./form-site.ts";

// Each ground at one width and in one language: colours depend on neither, and order and names not on the colours.
const VIEWS = {
  es: { theme: "light", viewport: { width: 390, height: 844 } },
  en: { theme: "dark", viewport: { width: 1280, height: 900 } },
};

/** The states stand on one page, where several forms have the name of their kind. */
const OF_ONE_FORM = ["landmark-unique"];

for (const lang of LANGS) {
  const { theme, viewport } = VIEWS[lang];
  test(`no accessibility violation in any state, ${lang}`, async ({
    page,
    site,
  }) => {
    test.slow();
    const states = formStates(lang);
    site.forms("/contacto", states, lang, theme);
    await page.setViewportSize(viewport);
    await page.goto("/contacto");
    await expect(
      page.locator("site-island[state=ready] form[novalidate]"),
    ).toHaveCount(Object.keys(states).length);
    expect(await violations(page, { disable: OF_ONE_FORM }), theme).toEqual([]);
    await page.emulateMedia({ forcedColors: "active" });
    // The colours are the visitor's own; axe still computes contrast with the site's.
    const disable = [...OF_ONE_FORM, "color-contrast"];
    expect(await violations(page, { disable }), "forced colours").toEqual([]);
  });
}
