// A visit to the form by keyboard, at the width of a phone and of a desktop: messages, positions and sizes.
import { FIELDS } from "../../../src/forms/kinds.ts";
import type { Kind } from "../../../src/types.ts";
import { LANGS } from "../../routes.ts";
import { firstIf } from "../../tiers.ts";
import { expect, FormPage, test } from "./form-site.ts";

const kinds = Object.keys(FIELDS) as Kind[];
/** In the first tier each width is tried in one language: they differ in texts alone. */
const SIZES = [
  ["phone", "es", { width: 390, height: 844 }],
  ["desktop", "en", { width: 1280, height: 900 }],
] as const;

for (const [size, first, viewport] of SIZES) {
  test.describe(`at ${size} width`, () => {
    test.use({ viewport });

    for (const lang of LANGS)
      test(
        `a whole visit, by keyboard alone, ${lang}`,
        firstIf(lang === first),
        async ({ page, site }) => {
          const path = lang === "es" ? "/contacto" : "/en/contacto";
          site.form(path, "contact", lang);
          const form = new FormPage(page, lang);
          await form.open(`${path}?utm_source=feria&utm_campaign=noviembre`);
          const { t } = form;
          await form.box("name").focus();
          await page.keyboard.press("Enter"); // sent empty
          await expect(form.box("name")).toBeFocused();
          await expect(form.box("name")).toHaveAccessibleDescription(
            t.validation.name_required,
          );
          await expect(form.group("identity")).toHaveAccessibleDescription(
            t.validation.identity_required,
          );
          await page.keyboard.type("Ana López");
          await expect(page.getByText(t.validation.name_required)).toHaveCount(
            0,
          );
          await page.keyboard.press("Tab");
          await page.keyboard.type("+52 (984) 555-0162");
          await page.keyboard.press("Tab");
          await page.keyboard.type("ana@");
          await page.keyboard.press("Tab");
          await expect(form.box("email")).toHaveAccessibleDescription(
            t.validation.email_invalid,
          );
          await page.keyboard.press("Shift+Tab");
          await page.keyboard.press("End");
          await page.keyboard.type("example.com");
          await page.keyboard.press("Tab");
          await page.keyboard.press("Space"); // the first space
          await page.keyboard.press("Tab");
          await page.keyboard.press("Space"); // the first identity
          await page.keyboard.press("ArrowDown"); // and the next
          await page.keyboard.press("Tab");
          await page.keyboard.press("Space"); // the first wish, a visit
          await expect(form.form.locator("[name=visit_1]")).toBeVisible();
          for (let wishes = 0; wishes < 3; wishes++)
            await page.keyboard.press("ArrowDown");
          await expect(form.form.locator("[name=visit_1]")).toBeHidden();
          await page.keyboard.press("Tab");
          await page.keyboard.type("Dos líneas\n");
          await page.keyboard.type("de texto");
          await page.keyboard.press("Tab"); // the consent, left alone
          await expect(page.getByRole("checkbox")).toBeFocused();
          await page.keyboard.press("Tab"); // the notice
          await page.keyboard.press("Tab");
          await expect(form.button).toBeFocused();
          const release = await form.holdThanks();
          await page.keyboard.press("Enter");
          await expect(form.status).toHaveText(t.form.success);
          release();
          await page.waitForURL(lang === "es" ? "**/gracias" : "**/en/gracias");

          expect(site.posts).toHaveLength(1);
          expect(site.posts[0]!.fields).toMatchObject({
            form: "contact",
            lang,
            page: path,
            name: "Ana López",
            phone: "+52 (984) 555-0162",
            email: "ana@example.com",
            space: "oficina",
            identity: "director",
            wish: "plan",
            website: "",
            tracking: { utm_source: "feria", utm_campaign: "noviembre" },
            query: "?utm_source=feria&utm_campaign=noviembre",
          });
          expect(site.posts[0]!.fields.message).toMatch(
            /^Dos líneas\r?\nde texto$/,
          );
          expect(site.posts[0]!.fields.marketing).toBeUndefined();
          expect(site.posts[0]!.fields.elapsed_ms).toBeGreaterThan(0);
        },
      );

    test(
      "fits the width, and every target is at least 44 px high",
      firstIf(size === "phone"),
      async ({ page, site }) => {
        for (const kind of kinds) {
          site.form("/contacto", kind, "es", {
            unit: kind === "unit" ? "O-301" : undefined!,
          });
          const form = new FormPage(page);
          await form.open("/contacto?unidad=O-301");
          const overflow = await page.evaluate(
            () =>
              document.documentElement.scrollWidth -
              document.documentElement.clientWidth,
          );
          expect(overflow, kind).toBe(0);
          const targets = page.locator(
            "form button, .form-fields label:visible, .form-consent",
          );
          const low = await targets.evaluateAll((all) =>
            all
              .filter((one) => one.getBoundingClientRect().height < 44)
              .map((one) => one.outerHTML),
          );
          expect(low).toEqual([]);
          expect(await targets.count()).toBeGreaterThan(3);
          const fonts = await page
            .locator(".form-fields > div > label > *")
            .evaluateAll((all) =>
              all.map((text) => parseFloat(getComputedStyle(text).fontSize)),
            );
          expect(Math.min(...fonts)).toBeGreaterThanOrEqual(16);
        }
      },
    );

    test(
      "an error message moves nothing, so that the next click still hits the button",
      firstIf(size === "phone"),
      async ({ page, site }) => {
        site.form("/contacto", "brochure");
        const form = new FormPage(page);
        await form.open("/contacto");
        const place = () =>
          form.button.evaluate(
            (button) => button.getBoundingClientRect().top + scrollY,
          );
        const before = await place();
        await form.box("phone").fill("984x");
        await form.box("email").fill("ana@example.com");
        await expect(form.box("phone")).toHaveAttribute("aria-invalid", "true");
        await form.box("email").fill("ana@");
        await form.button.click();
        await expect(form.box("name")).toBeFocused();
        expect(await place()).toBe(before);
      },
    );
  });
}
