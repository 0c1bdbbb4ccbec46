// Accessibility of the form in each of its states, on both grounds, and in forced colours.
import AxeBuilder from "@axe-core/playwright";
import { formStates } from "../../../src/gallery/forms.ts";
import { expect, FormPage, shot, test, type Lang } from "./form-site.ts";

// Each ground at one width: colours do not depend on the width, and order and names not on the colour.
const views = {
  phone: { theme: "light", viewport: { width: 390, height: 844 } },
  desktop: { theme: "dark", viewport: { width: 1280, height: 900 } },
};

for (const lang of ["es", "en"] as Lang[]) {
  for (const [name, props] of Object.entries(formStates(lang))) {
    test(`${name}, ${lang}`, async ({ page, site }) => {
      test.slow();
      const violations = async (...not: string[]) => {
        const found = await new AxeBuilder({ page }).disableRules(not).analyze();
        return found.violations.map(({ id, nodes }) => [id, ...nodes.map((node) => node.html)]);
      };
      for (const [size, { theme, viewport }] of Object.entries(views)) {
        site.form("/contacto", props.kind, lang, { ...props, page: "/contacto" }, theme);
        await page.setViewportSize(viewport);
        await new FormPage(page, lang).open("/contacto");
        expect(await violations()).toEqual([]);
        await shot(page, `${name.replace(/\W+/g, "-")}-${lang}-${size}`);
      }
      await page.emulateMedia({ forcedColors: "active" });
      await shot(page, `${name.replace(/\W+/g, "-")}-${lang}-forced`);
      // The visitor's own colours; axe still computes with ours.
      expect(await violations("color-contrast")).toEqual([]);
    });
  }
}
