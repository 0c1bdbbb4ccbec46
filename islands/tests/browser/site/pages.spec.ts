// The built site: navigation, menus, tracking values, the service worker and unknown URLs.
import { inLanguage, LANGS } from "../../routes.ts";
import { firstIf, REST } from "../../tiers.ts";
import { siteSetting } from "../../site-settings.ts";
import { violations } from "../accessibility.ts";
import { expect, test } from "../test.ts";
import { HOME_SECTIONS } from "./layout-checks.ts";

test("following a link arrives at the top of the page, without a loading bar", async ({
  page,
}) => {
  await page.goto("/");
  await page.evaluate(() => scrollTo(0, 900));
  await page.locator("footer a[href='/caracteristicas']").first().click();
  await page.waitForURL("**/caracteristicas");
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await expect(page.locator("html")).not.toHaveClass(/is-loading/);
});

test("the header of the built site changes while scrolling (S6)", async ({
  page,
}) => {
  await page.goto("/");
  await page.evaluate(() => scrollTo(0, 60));
  await expect(page.locator("html")).toHaveClass(/is-scrolled/);
  await expect(page.locator("html")).not.toHaveClass(/is-far/);
  await page.evaluate(() => scrollTo(0, 260));
  await expect(page.locator("html")).toHaveClass(/is-far/);
});

test("the products menu closes on Escape, and the drawer on a phone too (S6)", async ({
  page,
}) => {
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
  const stored = await page.evaluate(() => localStorage.getItem("tracking"));
  expect(JSON.parse(stored!)).toEqual({
    values: { utm_campaign: "otono", utm_source: "boletin" },
    query: "?utm_source=boletin&utm_campaign=otono",
  });
});

test("a page that the browser renders ahead stores nothing until it is opened", async ({
  page,
}) => {
  await page.addInitScript(() =>
    Object.defineProperty(document, "prerendering", {
      configurable: true,
      value: true,
    }),
  );
  await page.goto("/contacto?utm_source=boletin");
  await page.waitForLoadState("load");
  const stored = () => page.evaluate(() => localStorage.getItem("tracking"));
  expect(await stored()).toBeNull();
  await page.evaluate(() =>
    document.dispatchEvent(new Event("prerenderingchange")),
  );
  expect(await stored()).toContain("boletin");
});

test("a header names the rules for prefetching, which leave out what is not a page", async ({
  request,
}) => {
  const response = await request.get("/");
  const address = JSON.parse(
    response.headers()["speculation-rules"]!,
  ) as string;
  const rules = await request.get(address);
  expect(rules.headers()["content-type"]).toBe(
    "application/speculationrules+json",
  );
  const { prefetch, prerender } = (await rules.json()) as {
    prefetch: object[];
    prerender?: object[];
  };
  expect(prerender).toBeUndefined();
  expect(prefetch).toHaveLength(1);
  for (const path of ["/api/*", "/admin", "/pdf/*", "[download]"])
    expect(JSON.stringify(prefetch)).toContain(path);
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
        const responses = await Promise.all(
          ["/aviso-de-privacidad", "/sin-conexion", "/en/sin-conexion"].map(
            (path) => caches.match(path),
          ),
        );
        return responses.every(Boolean);
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

test("without a stored offline page, the last-resort page has the title of the specification (S5f)", async ({
  page,
  context,
}) => {
  await page.goto("/contacto");
  await page.waitForFunction(() => navigator.serviceWorker.controller);
  await page.evaluate(async () => {
    for (const name of await caches.keys()) await caches.delete(name);
  });
  await context.setOffline(true);
  for (const [lang, home] of [
    ["es", "Volver al inicio"],
    ["en", "Back to home"],
  ] as const) {
    await page.goto(inLanguage(lang, "/inversionistas"));
    await expect(page).toHaveTitle("An error occurred");
    await expect(page.locator("html")).toHaveAttribute("lang", lang);
    await expect(page.getByRole("link", { name: home })).toHaveAttribute(
      "href",
      inLanguage(lang, "/"),
    );
  }
});

test("an unknown URL is a not-found page in its language (S5e)", async ({
  baseURL,
}) => {
  for (const [path, lang] of [
    ["/no-existe", "es-MX"],
    ["/en/no-existe", "en-US"],
  ] as const) {
    const response = await fetch(baseURL + path);
    expect(response.status).toBe(404);
    const html = await response.text();
    expect(/<html[^>]* lang="?([\w-]+)/.exec(html)?.[1]).toBe(lang);
    expect(html).toMatch(/<title>[^<]*404 Not Found/);
  }
});

test("a picture loads where the visitor scrolls to it", async ({ page }) => {
  const sizes: number[] = [];
  page.on("requestfinished", async (request) => {
    if (request.resourceType() === "image")
      sizes.push((await request.sizes()).responseBodySize);
  });
  await page.goto("/caracteristicas");
  await page.locator("picture").first().scrollIntoViewIfNeeded();
  await expect.poll(() => sizes.some((size) => size > 10_000)).toBe(true);
});

test("forced colours distinguish the marked unit from its neighbours, and available units from others", async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: "active" });
  await page.goto("/inventario/O-301");
  const fill = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => getComputedStyle(element).fill);
  expect(await fill(".plan-marked")).not.toBe(
    await fill(".plan-whole .plan-corridor"),
  );
  expect(await fill(".plan-close .plan-number")).not.toBe(
    await fill(".plan-marked"),
  );
  await page.goto("/");
  expect(await fill(".axo-unit.is-disponible > path")).not.toBe(
    await fill(".axo-unit.is-vendido > path"),
  );
});

test.describe("times of site.yaml", () => {
  // It would answer the next page itself.
  test.use({ serviceWorkers: "block" });

  for (const lang of LANGS)
    test(
      `the loading bar and the idle prefetch have the times of site.yaml (S5b, S5c), ${lang}`,
      firstIf(lang === "es"),
      async ({ page }) => {
        await page.emulateMedia({ reducedMotion: "no-preference" });
        await page.addInitScript(() => {
          const { requestIdleCallback } = window;
          const timeouts: (number | undefined)[] = [];
          Object.assign(window, {
            timeouts,
            requestIdleCallback: (
              start: IdleRequestCallback,
              options?: IdleRequestOptions,
            ) => {
              timeouts.push(options?.timeout);
              return requestIdleCallback(start, options);
            },
          });
        });
        // A unit's form starts when the browser is idle, too.
        await page.goto(inLanguage(lang, "/inventario/O-301"));
        const timeouts = () =>
          page.evaluate(() => [
            ...new Set((window as never as { timeouts: [] }).timeouts),
          ]);
        await expect
          .poll(timeouts)
          .toEqual([siteSetting("prefetch_idle_timeout_ms")]);

        // With this status the browser stays on the page, as it does while the next page is loading.
        await page.route("**/caracteristicas", (route) =>
          route.fulfill({ status: 204 }),
        );
        // With the keyboard, because a pointer at a link makes the browser prefetch its page.
        await page.locator("footer a[href$='/caracteristicas']").press("Enter");
        await expect(page.locator("html")).toHaveClass(/is-loading/);
        const duration = () =>
          getComputedStyle(document.documentElement, "::before")
            .animationDuration;
        expect(await page.evaluate(duration)).toBe(
          `${siteSetting("duration_ms") / 1000}s`,
        );
        expect(
          await page.evaluate(() =>
            document.documentElement.style.getPropertyValue("--loading"),
          ),
        ).toBe(`${siteSetting("duration_ms")}ms`);
      },
    );
});

for (const lang of LANGS) {
  test(
    `the home page has its sections in order, and its drawing leads to the availability (S8), ${lang}`,
    firstIf(lang === "es"),
    async ({ page }) => {
      await page.goto(inLanguage(lang, "/"));
      await expect(page.locator("main > section")).toHaveClass(HOME_SECTIONS);
      await page.locator(".opening .axo-free").last().click();
      await expect(page).toHaveURL(/#nivel-4$/);
      await expect(page.locator("#disponibilidad")).toBeInViewport();
    },
  );

  test(
    `the amenities are linked from the home page, the offices and every footer (S3), ${lang}`,
    REST,
    async ({ page }) => {
      const offices = inLanguage(lang, "/oficinas-lujo");
      for (const path of [inLanguage(lang, "/"), offices]) {
        await page.goto(path);
        await page.locator("main a[href='#amenities']").click();
        await expect(page).toHaveURL(new RegExp(`${path}#amenities$`));
        await expect(page.locator("#amenities")).toBeInViewport();
      }
      await page.goto(inLanguage(lang, "/contacto"));
      await page
        .locator("footer")
        .getByText(lang === "es" ? "Amenidades" : "Amenities")
        .click();
      await expect(page).toHaveURL(new RegExp(`${offices}#amenities$`));
      await expect(page.locator("#amenities")).toBeInViewport();
    },
  );

  test(
    `the drawer and the products menu have no accessibility violation, ${lang}`,
    firstIf(lang === "es"),
    async ({ page }) => {
      await page.setViewportSize({ width: 390, height: 850 });
      // Every page has the same header; this one is quickly checked.
      await page.goto(inLanguage(lang, "/contacto"));
      await page.locator("header details.drawer > summary").click();
      expect(await violations(page, { include: "header.header" })).toEqual([]);
      await page.setViewportSize({ width: 1280, height: 850 });
      await page.reload();
      await page.locator("header details.menu > summary").first().click();
      expect(await violations(page, { include: "header.header" })).toEqual([]);
    },
  );

  test(
    `a unit's dialog and the drawing of the inventory have no accessibility violation, ${lang}`,
    REST,
    async ({ page }) => {
      await page.goto(`${inLanguage(lang, "/inventario")}?vista=plano`);
      await page.locator('svg [data-code="O-301"]').first().click();
      await expect(page.getByRole("dialog")).toBeVisible();
      expect(await violations(page)).toEqual([]);
    },
  );
}
