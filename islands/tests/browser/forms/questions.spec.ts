// Questions of the development's own: with the keyboard alone, with the lead function's refusal, and without JavaScript.
import { questions } from "../../../gallery/forms.ts";
import { expect, FormPage, test } from "./form-site.ts";

const more = { questions: { contact: questions } };

test("they are answered with the keyboard, and wrong answers are named", async ({
  page,
  site,
}) => {
  site.form("/contacto", "contact", "es", more);
  const form = new FormPage(page);
  await form.open("/contacto");
  await form.fill();
  const budget = form.form.getByRole("radiogroup", { name: "Presupuesto" });
  const people = form.form.getByRole("textbox", { name: "Personas" });
  await form.button.click();
  await expect(budget).toHaveAccessibleDescription("Elija una opción");
  await expect(budget.getByRole("radio").first()).toBeFocused();
  expect(site.posts).toEqual([]);

  await page.keyboard.press("ArrowDown");
  await expect(budget.getByRole("radio").last()).toBeChecked();
  await page.keyboard.press("Tab");
  await expect(people).toBeFocused();
  await page.keyboard.type("51");
  await page.keyboard.press("Tab");
  await expect(people).toHaveAccessibleDescription(
    "De 1 a 50 Escriba un número de 1 a 50",
  );
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("12");
  await expect(people).not.toHaveAttribute("aria-invalid");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/gracias");
  expect(site.posts.map((post) => post.fields)).toEqual([
    expect.objectContaining({
      answer_budget: "high",
      answer_people: "12",
      answer_start: "",
    }),
  ]);
});

test("a reload keeps the answers", async ({ page, site }) => {
  site.form("/contacto", "contact", "es", more);
  const form = new FormPage(page);
  await form.open("/contacto");
  const people = form.form.getByRole("textbox", { name: "Personas" });
  await people.fill("7");
  await form.form.getByRole("radio", { name: "Hasta 2 millones" }).check();
  await page.reload();
  await form.ready();
  await expect(people).toHaveValue("7");
  await expect(
    form.form.getByRole("radio", { name: "Hasta 2 millones" }),
  ).toBeChecked();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the browser requires an answer and posts it", async ({
    page,
    site,
  }) => {
    site.form("/contacto", "contact", "es", more);
    await page.goto("/contacto");
    const form = new FormPage(page);
    await form.fill();
    await form.button.click();
    const low = form.form.getByRole("radio", { name: "Hasta 2 millones" });
    await expect(low).toBeFocused();
    expect(site.posts).toEqual([]);
    await low.check();
    await form.form.getByLabel("Desde cuándo").fill("2026-12-01");
    await form.button.click();
    await page.waitForURL("**/gracias");
    expect(site.posts.map((post) => post.fields)).toEqual([
      expect.objectContaining({
        answer_budget: "low",
        answer_people: "",
        answer_start: "2026-12-01",
      }),
    ]);
  });
});
