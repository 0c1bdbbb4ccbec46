// A form on a page that the browser has translated.
import { translate } from "../translate.ts";
import { expect, FormPage, test } from "./form-site.ts";

test("errors, the button and the result of sending are those of now", async ({
  page,
  site,
}) => {
  site.form("/contacto", "contact");
  site.responses.push([500, {}]);
  const form = new FormPage(page);
  await form.open("/contacto?unidad=O-401");
  await translate(page);
  await expect(form.button).toContainText("«");
  const { t } = form;
  const field = (name: string) => page.locator(`form [name=${name}]`);
  const note = (name: string) => page.locator(`.is-${name} .form-error`);
  await form.button.click();
  await expect(note("phone")).toHaveText(`«${t.validation.phone_required}»`);
  await field("phone").fill("98");
  await field("phone").blur();
  await expect(note("phone")).toHaveText(`«${t.validation.phone_length}»`);
  await field("name").fill("Ana López");
  await field("phone").fill("984 555 0162");
  await field("email").fill("ana@example.com");
  for (const name of ["space", "identity"])
    await field(name).first().check({ force: true });
  await form.button.click();
  await expect(form.alert).toContainText(t.form.failure_help);
  await expect(form.button).toHaveText(`«${t.form.retry}»`);
  await expect(form.status).toHaveText("");
  await page.locator(".form-unit button").click();
  await expect(page.locator(".form-unit")).toHaveCount(0);
});

test("another chosen unit is the one that the form names", async ({
  page,
  site,
}) => {
  site.form("/contacto", "contact");
  const form = new FormPage(page);
  await form.open("/contacto?unidad=O-401");
  await expect(page.locator(".form-unit")).toContainText("O-401");
  await translate(page);
  await page.evaluate(() =>
    document.dispatchEvent(
      new CustomEvent("site-unit-request", { detail: { unit: "O-402" } }),
    ),
  );
  await expect(page.locator(".form-unit")).toContainText("O-402");
  await expect(page.locator(".form-unit")).not.toContainText("O-401");
});
