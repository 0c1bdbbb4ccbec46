// From the home page to a sent contact form with the keyboard alone.
import type { Page } from "@playwright/test";
import { inLanguage, LANGS } from "../../routes.ts";
import { REST } from "../../tiers.ts";
import { FormPage } from "../forms/form-page.ts";
import { expect, test } from "../test.ts";

// A test cannot hold the thank-you page when the service worker requests it.
test.use({ serviceWorkers: "block" });

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let step = 0; step < 80; step++) {
    await page.keyboard.press("Tab");
    if (
      await page.evaluate(
        (wanted) => document.activeElement?.matches(wanted),
        selector,
      )
    )
      return;
  }
  throw new Error(`80 presses of Tab did not reach ${selector}`);
}

for (const lang of LANGS)
  test(
    `a visitor without a mouse sends the contact form, ${lang}`,
    REST,
    async ({ page, baseURL }) => {
      const contact = inLanguage(lang, "/contacto");
      await page.setViewportSize({ width: 1280, height: 850 });
      await page.goto(inLanguage(lang, "/"));
      await page.keyboard.press("Tab");
      await expect(page.locator(":focus")).toHaveClass(/skip/);
      await tabTo(page, `header a[href="${contact}"]`);
      await page.keyboard.press("Enter");
      await page.waitForURL(baseURL + contact);
      await expect(
        page.locator("site-island[state=ready] form[novalidate]"),
      ).toBeVisible();
      await tabTo(page, "form [name=name]");
      await page.keyboard.type("Ana López");
      await tabTo(page, "form [name=phone]");
      await page.keyboard.type("984 555 0162");
      await tabTo(page, "form [name=email]");
      await page.keyboard.type("ana@example.com");
      await tabTo(page, "form [name=space]");
      await page.keyboard.press("Space");
      await tabTo(page, "form [name=identity]");
      await page.keyboard.press("Space");
      await tabTo(page, "form [type=submit]");
      const form = new FormPage(page, lang);
      const release = await form.holdThanks();
      await page.keyboard.press("Enter");
      await expect(form.status).toHaveText(form.t.form.success);
      release();
      await page.waitForURL(baseURL + inLanguage(lang, "/gracias"));
    },
  );
