// The form without JavaScript: it posts the same names, and the browser applies its own rules.
import { FIELDS, optionsOf } from "../../../src/forms/kinds.ts";
import type { Kind } from "../../../src/types.ts";
import { expect, FormPage, strings, test } from "./form-site.ts";

const kinds = Object.keys(FIELDS) as Kind[];

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  for (const kind of kinds) {
    test(`${kind} posts the same names`, async ({ page, site }) => {
      site.form(
        "/contacto",
        kind,
        "es",
        kind === "unit" ? { unit: "O-301" } : {},
      );
      await page.goto("/contacto");
      const form = new FormPage(page);
      await form.fill();
      await form.button.click();
      await page.waitForURL("**/gracias");
      const fields = FIELDS[kind];
      expect(site.posts).toEqual([
        {
          type: "application/x-www-form-urlencoded",
          fields: {
            form: kind,
            lang: "es",
            page: "/contacto",
            unit: kind === "unit" ? "O-301" : "",
            notice_version: "2025-03-21",
            website: "",
            name: "Ana López",
            phone: "984 555 0162",
            email: "ana@example.com",
            ...(fields.includes("space") && { space: "oficina" }),
            identity: optionsOf(strings.es, kind).identity[0],
            ...(fields.includes("wish") && { visit_1: "", visit_2: "" }),
            ...(fields.includes("message") && { message: "Hola" }),
          },
        },
      ]);
    });
  }

  test("the browser does not post a form with a missing name", async ({
    page,
    site,
  }) => {
    site.form("/contacto", "contact");
    await page.goto("/contacto");
    const form = new FormPage(page);
    await form.button.click();
    await expect(form.box("name")).toBeFocused();
    expect(site.posts).toEqual([]);
  });
});
