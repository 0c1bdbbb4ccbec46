// Accessibility of the form in each of its states, on a light and a dark ground, and in forced colours.
import { formStates } from "../../../src/gallery/forms.ts";
import { LANGS } from "../../routes.ts";
import { violations } from "../accessibility.ts";
import { expect, FormPage, test } from "./form-site.ts";

// Each ground at one width and in one language: colours depend on neither, and order and names not on the colours.
const VIEWS = {
  es: { theme: "light", viewport: { width: 390, height: 844 } },
  en: { theme: "dark", viewport: { width: 1280, height: 900 } },
};

/** The state with all fields and a message at each: forced colours only hide or show parts. */
const WITH_EVERY_PART = "contact, all wrong";

for (const lang of LANGS) {
  const { theme, viewport } = VIEWS[lang];
  for (const [name, props] of Object.entries(formStates(lang))) {
    test(`no accessibility violation: ${name}, ${lang}`, async ({ page, site }) => {
      test.slow();
      site.form("/contacto", props.kind, lang, { ...props, page: "/contacto" }, theme);
      await page.setViewportSize(viewport);
      await new FormPage(page, lang).open("/contacto");
      expect(await violations(page), theme).toEqual([]);
      if (name !== WITH_EVERY_PART) return;
      await page.emulateMedia({ forcedColors: "active" });
      // The colours are the visitor's own; axe still computes contrast with the site's.
      expect(await violations(page, { disable: ["color-contrast"] }), "forced colours").toEqual([]);
    });
  }
}
