// The lead form in a real browser: what a visitor does, with and without script.
import { KINDS, type Kind } from "../../../src/forms/kinds.ts";
import { expect, FormPage, strings, test, type Lang } from "./form-site.ts";

const kinds = Object.keys(KINDS) as Kind[];
const langs: Lang[] = ["es", "en"];
const sizes = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 900 } };

test.describe("hydration", () => {
  for (const kind of kinds) {
    test(`${kind} takes over the HTML without a change or a word`, async ({ page, site }) => {
      const words: string[] = [];
      page.on("console", (message) => void words.push(message.text()));
      page.on("pageerror", (error) => void words.push(error.message));
      await page.addInitScript(() => {
        const seen: string[] = [];
        Object.assign(window, { seen });
        document.addEventListener("DOMContentLoaded", () =>
          new MutationObserver((records) =>
            seen.push(
              ...records.map((record) => `${record.type} ${record.attributeName} ${record.target.nodeName}`),
            ),
          ).observe(document.querySelector("site-island")!, {
            subtree: true,
            childList: true,
            characterData: true,
            attributes: true,
          }),
        );
      });
      site.form("/contacto", kind, "es", kind === "unit" ? { unit: "O-301" } : {});
      const form = new FormPage(page);
      await form.open("/contacto");
      const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen);
      expect(seen.filter((change) => !/attributes (state SITE-ISLAND|novalidate FORM)/.test(change))).toEqual(
        [],
      );
      expect(words).toEqual([]);
    });
  }

  test("keeps what was typed before the script came", async ({ page, site }) => {
    site.form("/contacto", "contact");
    let release = (): void => {};
    const held = new Promise<void>((done) => (release = done));
    await page.route("**/assets/islands.js", async (route) => {
      await held;
      await route.continue();
    });
    await page.goto("/contacto", { waitUntil: "commit" });
    const form = new FormPage(page);
    await form.box("name").fill("Ana López");
    await form.group("identity").getByRole("radio").nth(1).check();
    release();
    await form.ready();
    await expect(form.box("name")).toHaveValue("Ana López");
    await expect(form.group("identity").getByRole("radio").nth(1)).toBeChecked();
  });
});

for (const [size, viewport] of Object.entries(sizes)) {
  test.describe(`at ${size} width`, () => {
    test.use({ viewport });

    for (const lang of langs) {
      test(`a whole visit, by keyboard alone, ${lang}`, async ({ page, site }) => {
        const path = lang === "es" ? "/contacto" : "/en/contacto";
        site.form(path, "contact", lang);
        const form = new FormPage(page, lang);
        await form.open(`${path}?utm_source=feria&utm_campaign=noviembre`);
        const { t } = form;
        await form.box("name").focus();
        await page.keyboard.press("Enter"); // sent empty
        await expect(form.box("name")).toBeFocused();
        await expect(form.box("name")).toHaveAccessibleDescription(t.validation.name_required);
        await expect(form.group("identity")).toHaveAccessibleDescription(t.validation.identity_required);
        await page.keyboard.type("Ana López");
        await expect(page.getByText(t.validation.name_required)).toHaveCount(0);
        await page.keyboard.press("Tab");
        await page.keyboard.type("+52 (984) 555-0162");
        await page.keyboard.press("Tab");
        await page.keyboard.type("ana@");
        await page.keyboard.press("Tab");
        await expect(form.box("email")).toHaveAccessibleDescription(t.validation.email_invalid);
        await page.keyboard.press("Shift+Tab");
        await page.keyboard.press("End");
        await page.keyboard.type("example.com");
        await page.keyboard.press("Tab");
        await page.keyboard.press("Space"); // the first space
        await page.keyboard.press("Tab");
        await page.keyboard.press("Space"); // the first identity
        await page.keyboard.press("ArrowDown"); // and the next
        await page.keyboard.press("Tab");
        await page.keyboard.type("Dos líneas\n");
        await page.keyboard.type("de texto");
        await page.keyboard.press("Tab"); // the consent, left alone
        await expect(page.getByRole("checkbox")).toBeFocused();
        await page.keyboard.press("Tab"); // the notice
        await page.keyboard.press("Tab");
        await expect(form.button).toBeFocused();
        await page.keyboard.press("Enter");
        await expect(form.status).toHaveText(t.form.success);
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
          website: "",
          tracking: { utm_source: "feria", utm_campaign: "noviembre" },
          query: "?utm_source=feria&utm_campaign=noviembre",
        });
        expect(site.posts[0]!.fields.message).toMatch(/^Dos líneas\r?\nde texto$/);
        expect(site.posts[0]!.fields.marketing).toBeUndefined();
        expect(site.posts[0]!.fields.elapsed_ms).toBeGreaterThan(0);
      });
    }

    test("fits, and everything to touch is big enough", async ({ page, site }) => {
      for (const kind of kinds) {
        site.form("/contacto", kind, "es", { unit: kind === "unit" ? "O-301" : undefined! });
        const form = new FormPage(page);
        await form.open("/contacto?unidad=O-301");
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(overflow, kind).toBe(0);
        const targets =
          "form button, .form-options label, .form-consent, .form-field > input, .form-field > textarea";
        for (const target of await page.locator(targets).all()) {
          const box = (await target.boundingBox())!;
          expect(box.height, await target.evaluate((node) => node.outerHTML)).toBeGreaterThanOrEqual(44);
        }
        for (const text of await page.locator(".form-field > input, .form-field > textarea").all()) {
          const font = await text.evaluate((node) => parseFloat(getComputedStyle(node).fontSize));
          expect(font).toBeGreaterThanOrEqual(16);
        }
      }
    });

    test("an error moves nothing, so the click that follows still hits the button", async ({
      page,
      site,
    }) => {
      site.form("/contacto", "brochure");
      const form = new FormPage(page);
      await form.open("/contacto");
      const place = () => form.button.evaluate((button) => button.getBoundingClientRect().top + scrollY);
      const before = await place();
      await form.box("phone").fill("984x");
      await form.box("email").fill("ana@example.com");
      await expect(form.box("phone")).toHaveAttribute("aria-invalid", "true");
      await form.box("email").fill("ana@");
      await form.button.click();
      await expect(form.box("name")).toBeFocused();
      expect(await place()).toBe(before);
    });
  });
}

test.describe("one lead", () => {
  test("a double click makes one request with one key", async ({ page, site }) => {
    site.form("/contacto", "contact");
    const form = new FormPage(page);
    await form.open("/contacto");
    await form.fill();
    await form.button.dblclick();
    await page.waitForURL("**/gracias");
    expect(site.posts).toHaveLength(1);
    expect(site.posts[0]!.fields.key).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  });

  test("a retry, also after a reload, bears the same key", async ({ page, site }) => {
    site.form("/contacto", "contact");
    site.answers.push([503, { error: "x" }], [500, "<h1>500</h1>"]);
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

  test("leaving while it is sent keeps draft and key", async ({ page, site }) => {
    site.form("/contacto", "contact");
    site.answers.push("never");
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

  test("the back button shows a fresh form, and the same lead again bears the same key", async ({
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

test.describe("trouble", () => {
  for (const lang of langs) {
    test(`no connection is said, and its return, ${lang}`, async ({ page, site, context }) => {
      site.form("/contacto", "contact", lang);
      const form = new FormPage(page, lang);
      await form.open("/contacto");
      await form.fill();
      await context.setOffline(true);
      await form.button.click();
      await expect(form.alert).toContainText(form.t.form.offline);
      await context.setOffline(false);
      await expect(form.status).toHaveText(form.t.form.online);
      await form.button.click();
      await expect(form.status).toHaveText(form.t.form.success);
    });
  }

  test("the function's refusals stand beside their fields", async ({ page, site }) => {
    site.form("/contacto", "contact");
    site.answers.push([422, { errors: { email: "Correo electrónico no valido" } }]);
    const form = new FormPage(page);
    await form.open("/contacto");
    await form.fill();
    await form.button.click();
    await expect(form.box("email")).toBeFocused();
    await expect(form.box("email")).toHaveAccessibleDescription("Correo electrónico no valido");
  });
});

test.describe("a unit", () => {
  test("comes from the address while the form still sleeps", async ({ page, site }) => {
    site.form("/contacto", "offices", "es", {}, "light", "visible");
    const form = new FormPage(page);
    await form.open("/contacto?unidad=O-301#contact");
    await expect(page.getByText("Su solicitud es sobre la unidad O-301.")).toBeVisible();
    await form.fill();
    await form.button.click();
    await page.waitForURL("**/gracias");
    expect(site.posts[0]!.fields.unit).toBe("O-301");
  });

  test("comes from the selector, with the focus", async ({ page, site }) => {
    site.form("/contacto", "home");
    const form = new FormPage(page);
    await form.open("/contacto");
    await page.evaluate(() =>
      document.dispatchEvent(new CustomEvent("site-unit-request", { detail: { unit: "L-101" } })),
    );
    await expect(page.getByText("Su solicitud es sobre la unidad L-101.")).toBeVisible();
    await expect(form.box("name")).toBeFocused();
  });
});

test.describe("reCAPTCHA", () => {
  const script = "https://www.google.com/recaptcha/api.js?render=site-key";

  test("is asked for nothing without a site key", async ({ page, site }) => {
    const outside: string[] = [];
    page.on(
      "request",
      (request) => void (request.url().startsWith(site.origin) || outside.push(request.url())),
    );
    site.form("/contacto", "contact");
    const form = new FormPage(page);
    await form.open("/contacto");
    await form.fill();
    await form.button.click();
    await page.waitForURL("**/gracias");
    expect(outside.filter((url) => !url.startsWith("data:"))).toEqual([]);
    expect(site.posts[0]!.fields.captcha).toBe("");
  });

  test.describe("with a site key", () => {
    test.use({ bypassCSP: true });

    test("comes with the first focus, and its token goes along", async ({ page, site }) => {
      let asked = 0;
      await page.route(script, (route) => {
        asked += 1;
        const body = `window.grecaptcha = { ready: (f) => f(), execute: (k, o) => Promise.resolve(k + ":" + o.action) };`;
        return route.fulfill({ contentType: "text/javascript", body });
      });
      site.form("/contacto", "contact", "es", { captchaSiteKey: "site-key" });
      const form = new FormPage(page);
      await form.open("/contacto");
      expect(asked).toBe(0);
      await form.fill();
      await expect.poll(() => asked).toBe(1);
      await form.button.click();
      await page.waitForURL("**/gracias");
      expect(asked).toBe(1);
      expect(site.posts[0]!.fields.captcha).toBe("site-key:lead");
    });

    for (const [how, body] of [
      ["fails to load", null],
      ["breaks", "throw new Error()"],
      ["never answers", "window.grecaptcha = { ready() {} }"],
    ] as const) {
      test(`stops no lead when it ${how}`, async ({ page, site }) => {
        await page.route(script, (route) =>
          body === null ? route.abort() : route.fulfill({ contentType: "text/javascript", body }),
        );
        site.form("/contacto", "contact", "es", { captchaSiteKey: "site-key" });
        const form = new FormPage(page);
        await form.open("/contacto");
        await form.fill();
        await form.button.click();
        await page.waitForURL("**/gracias");
        expect(site.posts[0]!.fields.captcha).toBe("");
      });
    }
  });
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  for (const kind of kinds) {
    test(`${kind} posts the same names`, async ({ page, site }) => {
      site.form("/contacto", kind, "es", kind === "unit" ? { unit: "O-301" } : {});
      await page.goto("/contacto");
      const form = new FormPage(page);
      await form.fill();
      await form.button.click();
      await page.waitForURL("**/gracias");
      const { fields, identities } = KINDS[kind];
      expect(site.posts).toEqual([
        {
          type: "application/x-www-form-urlencoded",
          fields: {
            form: kind,
            lang: "es",
            page: "/contacto",
            unit: kind === "unit" ? "O-301" : "",
            key: "",
            notice_version: "2025-03-21",
            website: "",
            name: "Ana López",
            phone: "984 555 0162",
            email: "ana@example.com",
            ...(fields.includes("space") && { space: "oficina" }),
            identity: identities[0],
            ...(fields.includes("message") && { message: "Hola" }),
          },
        },
      ]);
    });
  }

  test("the browser's own rules hold back what is plainly missing", async ({ page, site }) => {
    site.form("/contacto", "contact");
    await page.goto("/contacto");
    const form = new FormPage(page);
    await form.button.click();
    await expect(form.box("name")).toBeFocused();
    expect(site.posts).toEqual([]);
  });
});
