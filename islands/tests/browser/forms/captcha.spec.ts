// reCAPTCHA: not loaded without a site key; with one, it never prevents a lead.
import { expect, FormPage, test } from "./form-site.ts";
import { firstIf, REST } from "../../tiers.ts";

const script = "https://www.google.com/recaptcha/api.js?render=site-key";

test("is not loaded without a site key", REST, async ({ page, site }) => {
  const outside: string[] = [];
  page.on(
    "request",
    (request) =>
      void (
        request.url().startsWith(site.origin) || outside.push(request.url())
      ),
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

  test("is loaded at the first focus, and its token is sent with the lead", async ({
    page,
    site,
  }) => {
    let requests = 0;
    await page.route(script, (route) => {
      requests += 1;
      const body = `window.grecaptcha = { ready: (f) => f(), execute: (k, o) => Promise.resolve(k + ":" + o.action) };`;
      return route.fulfill({ contentType: "text/javascript", body });
    });
    site.form("/contacto", "contact", "es", { captchaSiteKey: "site-key" });
    const form = new FormPage(page);
    await form.open("/contacto");
    expect(requests).toBe(0);
    await form.fill();
    await expect.poll(() => requests).toBe(1);
    await form.button.click();
    await page.waitForURL("**/gracias");
    expect(requests).toBe(1);
    expect(site.posts[0]!.fields.captcha).toBe("site-key:lead");
  });

  for (const [how, body] of [
    ["fails to load", null],
    ["breaks", "throw new Error()"],
    ["never responds", "window.grecaptcha = { ready() {} }"],
  ] as const) {
    test(
      `does not prevent a lead when it ${how}`,
      firstIf(how === "never responds"),
      async ({ page, site }) => {
        await page.route(script, (route) =>
          body === null
            ? route.abort()
            : route.fulfill({ contentType: "text/javascript", body }),
        );
        site.form("/contacto", "contact", "es", { captchaSiteKey: "site-key" });
        const form = new FormPage(page);
        await form.open("/contacto");
        await form.fill();
        await form.button.click();
        await page.waitForURL("**/gracias");
        expect(site.posts[0]!.fields.captcha).toBe("");
      },
    );
  }
});
