// Accessibility of the form in each of its states, on a light and a dark ground, and in forced colours.
import { formStates } from "../../../src/gallery/forms.ts";
import { LANGS } from "../../routes.ts";
import { violations } from "../accessibility.ts";
import { expect, FormPage, test } from "./form-site.ts";

// Each ground at one width: colours do not depend on the width, and order and names do not depend on the colours.
const VIEWS = [
  { theme: "light", viewport: { width: 390, height: 844 } },
  { theme: "dark", viewport: { width: 1280, height: 900 } },
];

for (const lang of LANGS) {
  for (const [name, props] of Object.entries(formStates(lang))) {
    test(`no accessibility violation: ${name}, ${lang}`, async ({ page, site }) => {
      test.slow();
      for (const { theme, viewport } of VIEWS) {
        site.form("/contacto", props.kind, lang, { ...props, page: "/contacto" }, theme);
        await page.setViewportSize(viewport);
        await new FormPage(page, lang).open("/contacto");
        expect(await violations(page), theme).toEqual([]);
      }
      await page.emulateMedia({ forcedColors: "active" });
      // The colours are the visitor's own; axe still computes contrast with the site's.
      expect(await violations(page, { disable: ["color-contrast"] }), "forced colours").toEqual([]);
    });
  }
}
