// Sending: one lead whatever the visitor and the network do, and the unit that the lead is about.
import { LANGS } from "../../routes.ts";
import { firstIf } from "../../tiers.ts";
import { expect, FormPage, strings, test } from "./form-site.ts";

test.describe("one lead", () => {
  test("a double click makes one request with one key", async ({
    page,
    site,
  }) => {
    site.form("/contacto", "contact");
    const form = new FormPage(page);
    await form.open("/contacto");
    await form.fill();
    await form.button.dblclick();
    await page.waitForURL("**/gracias");
    expect(site.posts).toHaveLength(1);
    expect(site.posts[0]!.fields.key).toMatch(/^\d+(-\d+){3}$/);
  });

  test("a retry has the same key, also after a reload", async ({
    page,
    site,
  }) => {
    site.form("/contacto", "contact");
    site.responses.push([503, { error: "x" }], [500, "<h1>500</h1>"]);
    const form = new FormPage(page);
    await form.open("/contacto");
    await form.fill();
    await form.button.click();
    await expect(form.alert).toContainText(strings.es.form.failure);
    await expect(form.box("name")).toHaveValue("Ana López");
    await form.button.click();
    await expect.poll(() => site.posts.length).toBe(2);
    await expect(form.alert).toBeVisible();
    await page.reload();
    await form.ready();
    await expect(form.box("message")).toHaveValue("Hola");
    await form.button.click();
    await page.waitForURL("**/gracias");
    expect(new Set(site.posts.map((post) => post.fields.key)).size).toBe(1);
  });

  test("leaving the page during sending keeps draft and key", async ({
    page,
    site,
  }) => {
    site.form("/contacto", "contact");
    site.responses.push("never");
    const form = new FormPage(page);
    await form.open("/contacto");
    await form.fill();
    await form.button.click();
    await expect.poll(() => site.posts.length).toBe(1);
    await page.goto("/gracias");
    await form.open("/contacto");
    await expect(form.box("email")).toHaveValue("ana@example.com");
    await form.button.click();
    await expect.poll(() => site.posts.length).toBe(2);
    expect(site.posts[1]!.fields.key).toBe(site.posts[0]!.fields.key);
  });

  test("the back button shows an empty form, and the same lead again has the same key", async ({
    page,
    site,
  }) => {
    site.form("/contacto", "contact");
    const form = new FormPage(page);
    await form.open("/contacto");
    await form.fill();
    await form.button.click();
    await page.waitForURL("**/gracias");
    await page.goBack();
    await form.ready();
    await expect(form.box("name")).toHaveValue("");
    await expect(form.status).toBeEmpty();
    await expect(form.button).not.toHaveAttribute("aria-disabled");
    await form.fill();
    await form.button.click();
    await page.waitForURL("**/gracias");
    expect(site.posts[1]!.fields.key).toBe(site.posts[0]!.fields.key);
  });
});

test.describe("failures", () => {
  for (const lang of LANGS) {
    test(
      `the form reports a lost and a restored connection, ${lang}`,
      firstIf(lang === "es"),
      async ({ page, site, context }) => {
        site.form("/contacto", "contact", lang);
        const form = new FormPage(page, lang);
        await form.open("/contacto");
        await form.fill();
        await form.holdThanks();
        await context.setOffline(true);
        await form.button.click();
        await expect(form.alert).toContainText(form.t.form.offline);
        await context.setOffline(false);
        await expect(form.status).toHaveText(form.t.form.online);
        await form.button.click();
        await expect(form.status).toHaveText(form.t.form.success);
      },
    );
  }

  test("the lead function's errors appear beside their fields", async ({
    page,
    site,
  }) => {
    site.form("/contacto", "contact");
    site.responses.push([
      422,
      { errors: { email: "Correo electrónico no valido" } },
    ]);
    const form = new FormPage(page);
    await form.open("/contacto");
    await form.fill();
    await form.button.click();
    await expect(form.box("email")).toBeFocused();
    await expect(form.box("email")).toHaveAccessibleDescription(
      "Correo electrónico no valido",
    );
  });
});

test.describe("a unit", () => {
  test("comes from the URL before the form has started", async ({
    page,
    site,
  }) => {
    site.form("/contacto", "offices", "es", {}, "light", "visible");
    const form = new FormPage(page);
    await form.open("/contacto?unidad=O-301#contact");
    await expect(
      page.getByText("Su solicitud es sobre la unidad O-301."),
    ).toBeVisible();
    await form.fill();
    await form.button.click();
    await page.waitForURL("**/gracias");
    expect(site.posts[0]!.fields.unit).toBe("O-301");
  });

  test("comes from the selector, which also moves the focus", async ({
    page,
    site,
  }) => {
    site.form("/contacto", "home");
    const form = new FormPage(page);
    await form.open("/contacto");
    await page.evaluate(() =>
      document.dispatchEvent(
        new CustomEvent("site-unit-request", { detail: { unit: "L-101" } }),
      ),
    );
    await expect(
      page.getByText("Su solicitud es sobre la unidad L-101."),
    ).toBeVisible();
    await expect(form.box("name")).toBeFocused();
  });
});
