// What a visitor types before the script arrives, on pages that a browser extension has changed meanwhile.
import type { Page } from "@playwright/test";
import { holdRequests } from "../held-requests.ts";
import { expect, FormPage, test, type FormSite } from "./form-site.ts";
import { firstIf } from "../../tiers.ts";

/** What extensions do to a form: icons in fields, toolbars, translations. Each runs in the page. */
const CHANGES: Record<string, () => void> = {
  "an icon after each field": () => {
    for (const field of document.querySelectorAll("label > [autocomplete]"))
      field.after(document.createElement("div"));
  },
  "an element before each field": () => {
    for (const field of document.querySelectorAll(
      "label > [autocomplete], textarea",
    ))
      field.before(document.createElement("some-extension"));
  },
  "an element of the same name before each field": () => {
    for (const field of document.querySelectorAll("label > [autocomplete]"))
      field.before(document.createElement("input"));
  },
  "an element around each field": () => {
    for (const field of document.querySelectorAll(
      "label > [autocomplete], textarea",
    )) {
      const box = document.createElement("span");
      field.replaceWith(box);
      box.append(field);
    }
  },
  "translated labels": () => {
    for (const label of document.querySelectorAll("form label, form legend"))
      for (const node of [...label.childNodes])
        if (node.nodeType === Node.TEXT_NODE && node.nodeValue!.trim()) {
          const font = document.createElement("font");
          font.textContent = `«${node.nodeValue}»`;
          node.replaceWith(font);
        }
  },
  "an element at the start of the form": () =>
    document.querySelector("form")!.prepend(document.createElement("div")),
  "an element at the start of the fields": () =>
    document
      .querySelector(".form-fields")!
      .prepend(document.createElement("div")),
  "an element at the start of the island": () =>
    document
      .querySelector("site-island")!
      .prepend(document.createElement("div")),
  "an element around the form": () => {
    const form = document.querySelector("form")!;
    const box = document.createElement("div");
    form.replaceWith(box);
    box.append(form);
  },
};

/** In the first tier: around a field, inside of it, and around all of them. */
const FIRST_CHANGES = [
  "an element around each field",
  "translated labels",
  "an element around the form",
];

/** Opens a form whose script is held, changes it, and fills it in. */
async function fillBeforeScript(
  page: Page,
  site: FormSite,
  change: () => void,
): Promise<{ form: FormPage; release: () => void }> {
  site.form("/contacto", "contact");
  const release = await holdRequests(page, "**/assets/islands.js");
  await page.goto("/contacto", { waitUntil: "commit" });
  const form = new FormPage(page);
  await expect(form.button).toBeVisible();
  await page.evaluate(change);
  const field = (name: string) => page.locator(`form [name=${name}]`);
  await field("space").nth(1).check({ force: true });
  await field("identity").nth(1).check({ force: true });
  await field("email").fill("ana@example.com");
  await field("message").fill("Quisiera una visita");
  await field("phone").fill("984 555 0162");
  await field("name").fill("Ana López");
  return { form, release };
}

for (const [name, change] of Object.entries(CHANGES)) {
  test(
    `with ${name}, what was typed and the focus stay`,
    firstIf(FIRST_CHANGES.includes(name)),
    async ({ page, site }) => {
      const { form, release } = await fillBeforeScript(page, site, change);
      release();
      await form.ready();
      await expect(form.box("name")).toHaveValue("Ana López");
      await expect(form.box("phone")).toHaveValue("984 555 0162");
      await expect(form.box("email")).toHaveValue("ana@example.com");
      await expect(form.box("message")).toHaveValue("Quisiera una visita");
      for (const group of ["space", "identity"] as const)
        await expect(form.group(group).getByRole("radio").nth(1)).toBeChecked();
      await expect(form.box("name")).toBeFocused();
      await form.button.click();
      await expect.poll(() => site.posts.length).toBe(1);
      expect(site.posts[0]!.fields).toMatchObject({
        name: "Ana López",
        phone: "984 555 0162",
        email: "ana@example.com",
        message: "Quisiera una visita",
      });
    },
  );
}

test("what was typed stays when the island cannot start", async ({
  page,
  site,
}) => {
  const { form, release } = await fillBeforeScript(page, site, () =>
    document
      .querySelector("site-island")!
      .setAttribute("props", '{"id":"a","lang":"es","strings":{}}'),
  );
  release();
  await expect(page.locator("site-island[state=failed]")).toBeVisible();
  await expect(form.box("name")).toHaveValue("Ana López");
  await expect(form.box("message")).toHaveValue("Quisiera una visita");
});
