// The forms of the built site, posting to the lead function itself.
import AxeBuilder from "@axe-core/playwright";
import type { Kind } from "../../../src/forms/kinds.ts";
import { FormPage, type Lang } from "../forms/form-page.ts";
import { expect, inLanguage, test } from "./site.ts";

const PLACES: [path: string, kind: Kind][] = [
  ["/contacto", "contact"],
  ["/contacto-oficinas", "offices"],
  ["/contacto-locales", "units"],
  ["/", "home"],
  ["/brochure", "brochure"],
  ["/inventario/O-301", "unit"],
];
const views = { es: { width: 390, height: 844 }, en: { width: 1280, height: 900 } };

const thanks = (lang: Lang, kind: Kind): string =>
  inLanguage(lang, kind === "brochure" ? "/brochure#gracias" : "/gracias");

// The worker would ask for the thank-you page where a test cannot hold it.
test.use({ serviceWorkers: "block" });

for (const lang of ["es", "en"] as const) {
  test.describe(`with script, ${lang}`, () => {
    test.use({ viewport: views[lang] });

    for (const [path, kind] of PLACES) {
      test(`${kind} sends a lead and thanks`, async ({ page, baseURL }) => {
        const form = new FormPage(page, lang);
        await page.goto(inLanguage(lang, path));
        await form.form.scrollIntoViewIfNeeded();
        await form.ready();
        await form.button.click();
        await expect(form.box("name")).toBeFocused();
        await expect(form.box("name")).toHaveAccessibleDescription(form.t.validation.name_required);
        const { violations } = await new AxeBuilder({ page }).include(".island-form").analyze();
        expect(violations.map(({ id }) => id)).toEqual([]);

        await form.fill();
        const release = await form.holdThanks();
        const answered = page.waitForResponse("**/api/leads");
        await form.button.dblclick();
        const answer = await answered;
        expect(answer.request().postDataJSON()).toMatchObject({
          form: kind,
          lang,
          page: inLanguage(lang, path),
        });
        expect(await answer.json()).toEqual({
          reference: expect.stringMatching(/^[0-9a-z]{16}$/),
          message: form.t.form.success,
        });
        await expect(form.status).toHaveText(form.t.form.success);
        release();
        await page.waitForURL(baseURL + thanks(lang, kind));
        if (kind === "brochure") await expect(page.locator("#gracias a[download]")).toBeVisible();
      });
    }
  });

  test.describe(`without script, ${lang}`, () => {
    test.use({ javaScriptEnabled: false, viewport: views[lang] });

    for (const [path, kind] of PLACES) {
      test(`${kind} posts, and is led to the thanks`, async ({ page, baseURL }) => {
        const form = new FormPage(page, lang);
        await page.goto(inLanguage(lang, path));
        await form.fill();
        await form.button.click();
        await page.waitForURL(baseURL + thanks(lang, kind));
        if (kind === "brochure") await expect(page.locator("#gracias a[download]")).toBeVisible();
      });
    }

    test("a refused post is shown again with what was typed, and can be mended there", async ({ page }) => {
      const form = new FormPage(page, lang);
      await page.goto(inLanguage(lang, "/contacto"));
      await form.fill();
      await form.box("phone").fill("984 CEIBALTA");
      await form.button.click();
      const phone = page.locator("[name=phone]");
      await expect(phone).toHaveValue("984 CEIBALTA");
      await expect(phone).toHaveAttribute("aria-invalid", "true");
      await expect(phone).toHaveAccessibleDescription(form.t.validation.phone_digits);
      await expect(page.locator("[name=name]")).toHaveValue("Ana López");
      await phone.fill("984 555 0162");
      await page.locator("form [type=submit]").click();
      await page.waitForURL(`**${thanks(lang, "contact")}`);
    });
  });

  test(`the selector hands its unit to the form on the page, asleep or awake, ${lang}`, async ({ page }) => {
    const form = new FormPage(page, lang);
    await page.goto(inLanguage(lang, "/"));
    const selector = page.locator("site-island[name=selector]");
    await selector.scrollIntoViewIfNeeded();
    await expect(selector).toHaveAttribute("state", "ready");
    for (const code of ["L-101", "L-103"]) {
      await selector.locator(`a[href$="/inventario/${code}"]:visible`).first().click();
      await page.getByRole("dialog").locator("a[href*='unidad=']").click();
      await expect(form.form).toContainText(form.t.form.unit_selected.replace("{{unit}}", code));
      await expect(form.box("name")).toBeFocused();
      await expect(form.box("name")).toBeInViewport();
    }
  });

  test(`a unit in the address is in the form and in the lead, ${lang}`, async ({ page }) => {
    const form = new FormPage(page, lang);
    await page.goto(`${inLanguage(lang, "/contacto-oficinas")}?unidad=O-301#contact`);
    await form.ready();
    await expect(form.form).toContainText("O-301");
    await form.fill();
    const asked = page.waitForRequest("**/api/leads");
    await form.button.click();
    expect((await asked).postDataJSON()).toMatchObject({ unit: "O-301", form: "offices" });
    await page.waitForURL(`**${thanks(lang, "offices")}`);
  });
}
