// The built site under its own headers: what pages load, and that nothing is refused or fails.
import { PAGES, expect, inLanguage, test } from "./site.ts";

for (const lang of ["es", "en"] as const) {
  for (const path of PAGES) {
    const url = inLanguage(lang, path);
    test(`${url} loads without an error and only what it needs`, async ({ page, baseURL }) => {
      const wrong: string[] = [];
      const scripts: string[] = [];
      page.on("console", (message) => message.type() === "error" && wrong.push(message.text()));
      page.on("pageerror", (error) => wrong.push(error.message));
      page.on("response", (response) => {
        if (response.status() >= 400) wrong.push(`${response.status()} ${response.url()}`);
      });
      page.on("request", (request) => {
        if (!request.url().startsWith(baseURL!)) wrong.push(`from outside: ${request.url()}`);
        if (request.resourceType() === "script") scripts.push(request.url().replace(/.*\/assets\//, ""));
      });
      const response = await page.goto(url, { waitUntil: "load" });
      expect(response!.status()).toBe(200);
      await expect(page.locator("html")).toHaveAttribute("lang", lang === "es" ? "es-MX" : "en-US");
      expect(
        await page
          .locator("script:not([src]):not([type='application/json'], [type='application/ld+json'])")
          .count(),
      ).toBe(0);
      expect(await page.locator("[style]").count()).toBe(0);
      const islands = await page.locator("site-island").count();
      const names = new Set(scripts.map((script) => script.split("-")[0]));
      expect(names.has("islands")).toBe(islands > 0);
      if (!islands) expect([...names]).toEqual(["page"]);
      expect(wrong).toEqual([]);
    });
  }
}

test("following a link under the loading bar's script arrives at the top", async ({ page }) => {
  await page.goto("/");
  await page.evaluate(() => scrollTo(0, 900));
  await page.locator("footer a[href='/caracteristicas']").first().click();
  await page.waitForURL("**/caracteristicas");
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await expect(page.locator("html")).not.toHaveClass(/is-loading/);
});

test("the header of the built site changes while scrolling (S6)", async ({ page }) => {
  await page.goto("/");
  await page.evaluate(() => scrollTo(0, 60));
  await expect(page.locator("html")).toHaveClass(/is-scrolled/);
  await expect(page.locator("html")).not.toHaveClass(/is-far/);
  await page.evaluate(() => scrollTo(0, 260));
  await expect(page.locator("html")).toHaveClass(/is-far/);
});

test("the products menu closes on Escape, and the drawer on a phone too (S6)", async ({ page }) => {
  await page.goto("/contacto");
  const menu = page.locator("header details.menu").first();
  await menu.locator("summary").click();
  await expect(menu).toHaveAttribute("open");
  await page.keyboard.press("Escape");
  await expect(menu).not.toHaveAttribute("open");

  await page.setViewportSize({ width: 390, height: 800 });
  const drawer = page.locator("header details.drawer");
  await drawer.locator(":scope > summary").click();
  await expect(drawer).toHaveAttribute("open");
  await page.keyboard.press("Escape");
  await expect(drawer).not.toHaveAttribute("open");
  await expect(drawer.locator(":scope > summary")).toBeFocused();
});

test("tracking values survive to the form's page (S22)", async ({ page }) => {
  await page.goto("/?utm_source=boletin&utm_campaign=otono");
  await page.goto("/contacto");
  const kept = await page.evaluate(() => localStorage.getItem("tracking"));
  expect(JSON.parse(kept!)).toEqual({
    values: { utm_campaign: "otono", utm_source: "boletin" },
    query: "?utm_source=boletin&utm_campaign=otono",
  });
});

test("the service worker shows visited pages and the offline pages without a network (S26)", async ({
  page,
  context,
}) => {
  await page.goto("/contacto");
  await page.waitForFunction(() => navigator.serviceWorker.controller);
  await page.goto("/aviso-de-privacidad");
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const stored = await Promise.all(
          ["/aviso-de-privacidad", "/sin-conexion", "/en/sin-conexion"].map((path) => caches.match(path)),
        );
        return stored.every(Boolean);
      }),
    )
    .toBe(true);
  const heading = await page.locator("h1").textContent();
  await context.setOffline(true);
  await page.goto("/aviso-de-privacidad");
  await expect(page.locator("h1")).toHaveText(heading!);
  await page.goto("/inversionistas");
  await expect(page.locator("html")).toHaveAttribute("lang", "es-MX");
  const spanish = await page.locator("h1").textContent();
  await page.goto("/en/inversionistas");
  await expect(page.locator("html")).toHaveAttribute("lang", "en-US");
  expect(await page.locator("h1").textContent()).not.toBe(spanish);
});

test("an unknown route is a not-found page in its language (S5e)", async ({ page }) => {
  for (const [path, lang] of [
    ["/no-existe", "es-MX"],
    ["/en/no-existe", "en-US"],
  ] as const) {
    const response = await page.goto(path);
    expect(response!.status()).toBe(404);
    await expect(page.locator("html")).toHaveAttribute("lang", lang);
    await expect(page).toHaveTitle(/404 Not Found/);
  }
});
