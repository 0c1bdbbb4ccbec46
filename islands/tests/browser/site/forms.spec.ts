// The forms of the built site, posting to the lead function itself.
import type { Kind } from "../../../src/types.ts";
import { inLanguage, LANGS, type Lang } from "../../routes.ts";
import { firstIf } from "../../tiers.ts";
import { violations } from "../accessibility.ts";
import { FormPage } from "../forms/form-page.ts";
import { expect, test } from "../test.ts";

const FORMS: [path: string, kind: Kind][] = [
  ["/contacto", "contact"],
  ["/contacto-oficinas", "offices"],
  ["/contacto-locales", "units"],
  ["/", "home"],
  ["/brochure", "brochure"],
  ["/inventario/O-301", "unit"],
];

/** Those of the first tier: a page's only form, and one about a unit, below other content. */
const FIRST_FORMS: readonly Kind[] = ["contact", "unit"];

/** The courses that a form takes without JavaScript: the thanks of the brochure are on its own page. */
const COURSES: readonly Kind[] = ["contact", "brochure"];
const VIEWPORTS = {
  es: { width: 390, height: 844 },
  en: { width: 1280, height: 900 },
};

/** The message of the specification (section 8), and its translation. */
const SUCCESS = {
  es: "Correo envíado correctamente. Pronto nos contactaremos contigo",
  en: "Your message has been sent. We will be in touch soon",
};

const thanks = (lang: Lang, kind: Kind): string =>
  inLanguage(lang, kind === "brochure" ? "/brochure#gracias" : "/gracias");

// A test cannot hold the thank-you page when the service worker requests it.
test.use({ serviceWorkers: "block" });

for (const lang of LANGS) {
  test.describe(`with JavaScript, ${lang}`, () => {
    test.use({ viewport: VIEWPORTS[lang] });

    for (const [path, kind] of FORMS) {
      test(
        `${kind} sends a lead and shows its thanks`,
        firstIf(lang === "es" && FIRST_FORMS.includes(kind)),
        async ({ page, baseURL }) => {
          const form = new FormPage(page, lang);
          await page.goto(inLanguage(lang, path));
          await form.form.scrollIntoViewIfNeeded();
          await form.ready();
          await form.button.click();
          await expect(form.box("name")).toBeFocused();
          await expect(form.box("name")).toHaveAccessibleDescription(
            form.t.validation.name_required,
          );
          expect(await violations(page, { include: ".island-form" })).toEqual(
            [],
          );

          await form.fill();
          const release = await form.holdThanks();
          const responded = page.waitForResponse("**/api/leads");
          await form.button.dblclick();
          const response = await responded;
          expect(response.request().postDataJSON()).toMatchObject({
            form: kind,
            lang,
            page: inLanguage(lang, path),
          });
          expect(await response.json()).toEqual({
            reference: expect.stringMatching(/^[0-9a-z]{16}$/),
            message: form.t.form.success,
          });
          await expect(form.status).toHaveText(form.t.form.success);
          release();
          await page.waitForURL(baseURL + thanks(lang, kind));
          if (kind === "brochure")
            await expect(page.locator("#gracias a[download]")).toBeVisible();
        },
      );
    }
  });

  test.describe(`without JavaScript, ${lang}`, () => {
    test.use({ javaScriptEnabled: false, viewport: VIEWPORTS[lang] });

    for (const [path, kind] of FORMS) {
      const isFirst = lang === "es" && COURSES.includes(kind);
      test(
        `${kind} posts and leads to the thanks`,
        firstIf(isFirst),
        async ({ page, baseURL }) => {
          const form = new FormPage(page, lang);
          await page.goto(inLanguage(lang, path));
          await form.fill();
          await form.button.click();
          await page.waitForURL(baseURL + thanks(lang, kind));
          await expect(
            page.getByText(SUCCESS[lang], { exact: true }),
          ).toBeVisible();
          if (kind === "brochure")
            await expect(page.locator("#gracias a[download]")).toBeVisible();
        },
      );
    }

    test(
      "a refused post shows the form again with what was typed, to be corrected there",
      firstIf(lang === "es"),
      async ({ page }) => {
        const form = new FormPage(page, lang);
        await page.goto(inLanguage(lang, "/contacto"));
        await form.fill();
        await form.box("phone").fill("984 OFICINA");
        await form.button.click();
        const phone = page.locator("[name=phone]");
        await expect(phone).toHaveValue("984 OFICINA");
        await expect(phone).toHaveAttribute("aria-invalid", "true");
        await expect(phone).toHaveAccessibleDescription(
          form.t.validation.phone_digits,
        );
        await expect(page.locator("[name=name]")).toHaveValue("Ana López");
        await phone.fill("984 555 0162");
        await page.locator("form [type=submit]").click();
        await page.waitForURL(`**${thanks(lang, "contact")}`);
      },
    );
  });

  test(
    `the selector passes its unit to the form on the page, started or not, ${lang}`,
    firstIf(lang === "es"),
    async ({ page }) => {
      const form = new FormPage(page, lang);
      await page.goto(inLanguage(lang, "/"));
      const selector = page.locator("site-island[name=selector]");
      await selector.scrollIntoViewIfNeeded();
      await expect(selector).toHaveAttribute("state", "ready");
      for (const code of ["L-101", "L-103"]) {
        await selector
          .locator(`a[href$="/inventario/${code}"]:visible`)
          .first()
          .click();
        await page.getByRole("dialog").locator("a[href*='unidad=']").click();
        await expect(form.form).toContainText(
          form.t.form.unit_selected.replace("{{unit}}", code),
        );
        await expect(form.box("name")).toBeFocused();
        await expect(form.box("name")).toBeInViewport();
      }
    },
  );

  test(
    `a unit in the URL is in the form and in the lead, ${lang}`,
    firstIf(lang === "es"),
    async ({ page }) => {
      const form = new FormPage(page, lang);
      await page.goto(
        `${inLanguage(lang, "/contacto-oficinas")}?unidad=O-301#contact`,
      );
      await form.ready();
      await expect(form.form).toContainText("O-301");
      await form.fill();
      const requested = page.waitForRequest("**/api/leads");
      await form.button.click();
      expect((await requested).postDataJSON()).toMatchObject({
        unit: "O-301",
        form: "offices",
      });
      await page.waitForURL(`**${thanks(lang, "offices")}`);
    },
  );
}
