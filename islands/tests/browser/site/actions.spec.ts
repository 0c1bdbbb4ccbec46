// What a visitor does next, on the built site: brochure, phone, contact, language, and the first unit on a phone.
import { inLanguage, LANGS } from "../../routes.ts";
import { firstIf, REST } from "../../tiers.ts";
import { expect, test } from "../test.ts";
import { headerProblems } from "./layout-checks.ts";

const PHONE = { width: 390, height: 844 };
/** Widths at which the header changes, and those of common screens. */
const HEADER_WIDTHS = [
  768, 800, 1024, 1025, 1239, 1240, 1280, 1366, 1440, 1510, 1511, 1920,
];

for (const lang of LANGS) {
  test(
    `the header shows the phone number and one filled button from 768 px, ${lang}`,
    firstIf(lang === "es"),
    async ({ page }) => {
      await page.goto(inLanguage(lang, "/caracteristicas"));
      const header = page.locator("header.header");
      for (const width of HEADER_WIDTHS) {
        await page.setViewportSize({ width, height: 800 });
        await expect(header.locator(".button.is-main:visible")).toHaveCount(1);
        await expect(header.locator(".nav-brochure")).toBeVisible({
          visible: width >= 1511,
        });
        expect(await headerProblems(page), `${width} px`).toEqual([]);
        expect(
          await page.evaluate(() => document.documentElement.scrollWidth),
        ).toBe(width);
      }
    },
  );

  test(
    `additions to the specified links of the header come before them, as in the drawer, ${lang}`,
    firstIf(lang === "es"),
    async ({ page }) => {
      await page.goto(inLanguage(lang, "/"));
      const expected =
        lang === "es"
          ? [
              "Inventario",
              "Brochure",
              "Desarrollador",
              "Inversionistas",
              "Avance de obra",
              "Contacto",
            ]
          : [
              "Inventory",
              "Brochure",
              "Developer",
              "Investors",
              "Construction progress",
              "Contact",
            ];
      await page.setViewportSize({ width: 1920, height: 900 });
      const row = page.locator(
        "header .nav > a:visible, header .header-contact:visible",
      );
      await expect(row).toHaveText(expected);
      await page.setViewportSize({ width: 390, height: 844 });
      await page.locator("header .drawer > summary").click();
      const drawer = page.locator(
        "header .nav > a:visible, header .nav-more a:visible",
      );
      await expect(drawer).toHaveText([...expected, /\d{3} \d{3} \d{4}$/]);
      await expect(drawer.last()).toHaveAttribute("href", /^tel:\+\d{12}$/);
    },
  );

  test(
    `a phone of 360 px shows both flags, ${lang}`,
    firstIf(lang === "es"),
    async ({ page }) => {
      await page.setViewportSize({ width: 360, height: 740 });
      await page.goto(inLanguage(lang, "/contacto"));
      await expect(page.locator("header .language i:visible")).toHaveCount(
        LANGS.length,
      );
      expect(
        (await headerProblems(page)).filter(
          (problem) => !problem.startsWith("no number"),
        ),
      ).toEqual([]);
    },
  );

  test(
    `the thank-you page gives the brochure, a number, WhatsApp and when we reply, ${lang}`,
    firstIf(lang === "es"),
    async ({ page }) => {
      await page.goto(inLanguage(lang, "/gracias"));
      const main = page.locator("main");
      const href = await main
        .locator(".actions a[download]")
        .getAttribute("href");
      expect(href).toMatch(/^\/pdf\/.*brochure.*\.pdf$/);
      expect((await page.request.get(href!)).status()).toBe(200);
      await expect(main.locator('a[href^="https://wa.me/"]')).toBeVisible();
      await expect(main.locator('a[href^="tel:"]')).toBeVisible();
      await expect(main).toContainText(
        lang === "es" ? "Le respondemos en" : "We reply within",
      );
    },
  );
}

test(
  "the contact page has the showroom's address, its hours and a link to a map",
  REST,
  async ({ page }) => {
    await page.goto("/contacto");
    await expect(page.locator("main address")).toContainText("77710");
    await expect(page.locator(".contact-place")).toContainText(
      "Lunes a viernes",
    );
    await expect(page.locator(".contact-map")).toHaveAttribute(
      "href",
      /openstreetmap\.org/,
    );
  },
);

test(
  "the language switch keeps the filters of the inventory",
  REST,
  async ({ page }) => {
    await page.goto("/inventario?disp=1&nivel=3");
    const rows = page.locator(".inventory-table tbody tr");
    await expect(rows.filter({ hasText: "Vendido" })).toHaveCount(0);
    const count = await rows.count();
    await page.locator("header .language a:visible").click();
    await expect(page).toHaveURL(/\/en\/inventario\?disp=1&nivel=3$/);
    await expect(rows.filter({ hasText: "Sold" })).toHaveCount(0);
    await expect(rows).toHaveCount(count);
  },
);

test("a unit's page shows both amounts and one way to ask", async ({
  page,
}) => {
  await page.goto("/inventario/O-301");
  await expect(page.locator(".unit-price .sum-total dd")).toHaveText([
    /^\$[\d,]+.MXN \+ IVA$/,
    /^\$[\d,]+.MXN$/,
  ]);
  await expect(
    page.locator("main .button:visible:not([type=submit])"),
  ).toHaveCount(1);
  await expect(page.locator(".plan-size")).toHaveText([
    /^\d+\.\d\d m$/,
    /^\d+\.\d\d m$/,
  ]);
});

test(
  "the plans of a unit name the street and the rooms that its level shares",
  REST,
  async ({ page }) => {
    await page.goto("/inventario/O-301");
    await expect(page.locator(".plan-street")).toHaveText([
      "Avenida Ejemplo Norte",
      "Avenida Ejemplo Norte",
    ]);
    await expect(page.locator(".plan-close .plan-room")).toHaveText([
      "Pasillo",
    ]);
    await expect(page.locator(".unit-plan > .note")).toHaveText(
      "1. Escaleras 2. Elevadores",
    );
    await page.goto("/en/inventario/L-203");
    await expect(page.locator(".unit-plan > .note")).toHaveText(
      "1. Stairs 2. Elevators 3. Service rooms 4. Open to below",
    );
  },
);

test.describe("on a phone", () => {
  test.use({ viewport: PHONE });

  test("the bar at the bottom is hidden while a form is on the screen", async ({
    page,
  }) => {
    await page.goto("/");
    const bar = page.locator(".floating");
    await expect(bar).toBeVisible();
    await page.locator(".contact-form").scrollIntoViewIfNeeded();
    await expect(bar).toBeHidden();
    await page.evaluate(() => scrollTo(0, 0));
    await expect(bar).toBeVisible();
  });

  test("the first unit of the inventory is available and near the top", async ({
    page,
  }) => {
    await page.goto("/inventario");
    const first = page.locator(".inventory-table tbody tr").first();
    await expect(first).toContainText("Disponible");
    expect((await first.boundingBox())!.y).toBeLessThan(PHONE.height);
  });

  test("a finger hits the smallest unit of each plan", async ({ page }) => {
    await page.goto("/?x#disponibilidad");
    for (const level of await page.locator(".selector-levels label").all()) {
      await level.click();
      const smallest = await page
        .locator(".plan-frame svg:visible .plan-unit > path:first-child")
        .evaluateAll((shapes) =>
          Math.min(
            ...shapes.map((shape) => shape.getBoundingClientRect().width),
          ),
        );
      expect(smallest).toBeGreaterThanOrEqual(44);
    }
    await expect(page.locator(".plan-hint:visible")).toHaveCount(1);
  });

  test("the newest month of construction comes first", async ({ page }) => {
    await page.goto("/avance-de-obra");
    const months = await page
      .locator(".entry time")
      .evaluateAll((all) => all.map((time) => time.getAttribute("datetime")!));
    expect(months[0]).toBe("2025-06");
    expect(months).toEqual([...months].sort().reverse());
  });

  test("earlier years of construction are folded, and the link to a month opens its year", async ({
    page,
  }) => {
    await page.goto("/avance-de-obra");
    await expect(page.locator(".live .notice")).toContainText("junio de 2025");
    const month = page.locator("#m2023-11");
    await expect(page.locator("#m2025-06")).toBeVisible();
    await expect(month).toBeHidden();
    await page.locator("a[href='#m2023-11']").click();
    await expect(month).toBeInViewport();
  });

  test("the investors' page has links to its sections, and its formulas are folded", async ({
    page,
  }) => {
    await page.goto("/inversionistas");
    for (const link of await page.locator(".jump a").all()) {
      await expect(
        page.locator((await link.getAttribute("href"))!),
      ).toHaveCount(1);
    }
    const formulas = page.locator(".estimate-formula");
    await expect(formulas.locator("dl")).toBeHidden();
    await formulas.locator("summary").click();
    await expect(formulas.locator("dl")).toBeVisible();
  });
});

for (const path of ["/inventario", "/en/inventario"]) {
  test(
    `${path}: header and table are within the window at each width of their layouts`,
    REST,
    async ({ page }) => {
      await page.goto(path);
      await expect(page.locator("site-island[name=inventory]")).toHaveAttribute(
        "state",
        "ready",
      );
      for (const width of [
        360, 768, 879, 880, 900, 959, 960, 1024, 1025, 1239, 1240, 1510, 1511,
      ]) {
        await page.setViewportSize({ width, height: 800 });
        const right = await page.evaluate(() =>
          [...document.querySelectorAll(".header-tools, .inventory-table")].map(
            (element) => element.getBoundingClientRect().right,
          ),
        );
        expect(right).toHaveLength(2);
        expect(Math.max(...right), `${width}`).toBeLessThanOrEqual(width);
      }
    },
  );
}
