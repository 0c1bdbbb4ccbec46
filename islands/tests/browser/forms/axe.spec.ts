// Accessibility of the form in each of its states, on a light and a dark ground, and in forced colours.
import { formStates } from "../../../gallery/forms.ts";
import { LANGS } from "../../routes.ts";
import { firstIf } from "../../tiers.ts";
import { violations } from "../accessibility.ts";
import { expect, test } from "./form-site.ts";

// Each ground at one width: colours do not depend on it, and order and names not on the colours.
const VIEWS = [
  { theme: "light", viewport: { width: 390, height: 844 } },
  { theme: "dark", viewport: { width: 1280, height: 900 } },
];

/** The states stand on one page, where several forms have the name of their kind. */
const OF_ONE_FORM = ["landmark-unique"];

for (const lang of LANGS)
  for (const { theme, viewport } of VIEWS) {
    const isFirst = lang === "es" && theme === "light";
    test(
      `no accessibility violation in any state, ${lang}, ${theme}`,
      firstIf(isFirst),
      async ({ page, site }) => {
        const states = formStates(lang);
        site.forms("/contacto", states, lang, theme);
        await page.setViewportSize(viewport);
        await page.goto("/contacto");
        await expect(
          page.locator("site-island[state=ready] form[novalidate]"),
        ).toHaveCount(Object.keys(states).length);
        expect(await violations(page, { disable: OF_ONE_FORM }), theme).toEqual(
          [],
        );
        await page.emulateMedia({ forcedColors: "active" });
        // The colours are the visitor's own; axe still computes contrast with the site's.
        const disable = [...OF_ONE_FORM, "color-contrast"];
        expect(await violations(page, { disable }), "forced colours").toEqual(
          [],
        );
      },
    );
  }
