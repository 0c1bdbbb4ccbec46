// A unit's own page has no island but its form; the page script updates what it shows from the data file.
import type { Page } from "@playwright/test";
import { inLanguage, LANGS } from "../../routes.ts";
import { firstIf, REST } from "../../tiers.ts";
import { expect, test } from "../test.ts";

// A test cannot respond when the service worker requests a page.
test.use({ serviceWorkers: "block" });

/** The live parts of a unit's page. */
const PARTS = [
  ".unit-status",
  ".unit-price",
  "#pagos",
  ".similar .sheet",
  ".contact-text",
];
/** Their texts, also of those that are hidden. */
const textsOf = (page: Page) =>
  Promise.all(
    PARTS.map((part) =>
      page.locator(part).evaluate((element) => element.textContent),
    ),
  );

/** Serves the page of another unit as what a newer build made of the page at `url`. Returns its texts. */
async function serveNewerPage(
  page: Page,
  url: string,
  other: string,
): Promise<(string | null)[]> {
  await page.goto(other);
  const texts = await textsOf(page);
  const body = await (await page.request.get(other)).text();
  await page.route(
    ({ pathname }) => pathname === url,
    (route) =>
      route.request().resourceType() === "xhr"
        ? route.fulfill({ body, contentType: "text/html" })
        : route.continue(),
  );
  return texts;
}

/** The code of an office with a status, other than 301. */
async function officeWith(page: Page, wanted: string): Promise<string> {
  const data = (await (
    await page.request.get("/data/inventory.json")
  ).json()) as {
    units: { code: string; use: string; status: string }[];
  };
  return data.units.find(
    ({ code, use, status }) =>
      code !== "O-301" && use === "oficina" && status === wanted,
  )!.code;
}

test(
  "the lines of the plan, a file, are drawn without JavaScript too",
  REST,
  async ({ browser, baseURL }) => {
    const page = await browser.newPage({ baseURL, javaScriptEnabled: false });
    for (const code of ["L-104", "O-301"]) {
      await page.goto(`/inventario/${code}`);
      for (const use of await page.locator(".unit-plan use").all()) {
        // As large as the building: a file that is missing or refused would have no size.
        const size = () =>
          use.evaluate((use: SVGGraphicsElement) => use.getBBox().width);
        await expect.poll(size).toBeGreaterThan(100);
      }
    }
    await page.close();
  },
);

test("a visitor chooses a layout or none, without JavaScript too", async ({
  browser,
  baseURL,
}) => {
  const page = await browser.newPage({ baseURL, javaScriptEnabled: false });
  await page.goto("/inventario/O-301");
  const [layouts, number] = [
    page.locator(".plan-furniture path"),
    page.locator(".plan-close .plan-number"),
  ];
  await expect(page.locator(".unit-plan figcaption")).toContainText(
    "Mobiliario sugerido; no forma parte de la oferta",
  );
  const choices = page.getByRole("group", { name: "Distribución sugerida" });
  await expect(choices.locator("label")).toHaveText([
    /^\d+ puestos$/,
    /^\d+ puestos y sala de juntas para 6$/,
    /^Recepción y \d consultorios$/,
    "Sin muebles",
  ]);
  await choices.getByRole("radio").first().focus();
  for (const shown of [0, 1, 2, 3]) {
    for (const layout of [0, 1, 2]) {
      await expect(layouts.nth(layout)).toBeVisible({
        visible: layout === shown,
      });
    }
    await expect(number).toBeVisible({ visible: shown === 3 });
    await page.keyboard.press("ArrowDown");
  }
  await page.close();
});

test("a deep unit is turned in its own plan, and its texts are upright", async ({
  browser,
  baseURL,
}) => {
  const page = await browser.newPage({
    baseURL,
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
  });
  await page.goto("/inventario/O-305");
  const furniture = page.locator(".plan-close .plan-furniture");
  // 4 by 11.25 m: deep on its level, and most of the width of a phone here.
  await expect
    .poll(async () => {
      const drawn = (await furniture.boundingBox())!;
      return drawn.width > 1.8 * drawn.height && drawn.width > 200;
    })
    .toBe(true);
  const depth = page.locator(".plan-close .plan-size", { hasText: "11.25 m" });
  const drawn = (await depth.boundingBox())!;
  expect(drawn.width).toBeGreaterThan(drawn.height);
  await page.close();
});

test(
  "the open page of a unit that is gone leads to the inventory",
  REST,
  async ({ page }) => {
    await page.route("**/inventario/O-301", (route) =>
      route.request().resourceType() === "xhr"
        ? route.fulfill({ status: 301, headers: { location: "/inventario" } })
        : route.continue(),
    );
    await page.goto("/inventario/O-301");
    await expect(page).toHaveURL(/\/inventario$/);
  },
);

for (const lang of LANGS) {
  const url = inLanguage(lang, "/inventario/O-301");

  test(
    `${url} shows that a newer build has it as sold`,
    REST,
    async ({ page }) => {
      const sold = await officeWith(page, "vendido");
      const texts = await serveNewerPage(
        page,
        url,
        inLanguage(lang, `/inventario/${sold}`),
      );
      await page.goto(url);
      await expect.poll(() => textsOf(page)).toEqual(texts);
      await expect(page.locator(".unit-head .status")).toHaveClass(
        "status is-vendido",
      );
      await expect(page.locator(".plan-marked")).toHaveClass(
        "plan-marked is-vendido",
      );
      await expect(page.locator(".unit-price .notice")).toBeVisible();
      // Nobody can pay for a sold unit.
      await expect(page.locator("#pagos")).toBeHidden();
      // Or visit it.
      await expect(page.locator("#contact .is-wish")).toHaveCount(0);
      await expect(page.locator("#contact site-island")).toHaveAttribute(
        "state",
        "ready",
      );
      await expect(page.locator("h1")).toContainText("301");
    },
  );

  test(
    `${url} shows a newer price and its payments, and leaves open what was opened`,
    firstIf(lang === "es"),
    async ({ page }) => {
      const other = await officeWith(page, "disponible");
      let respond = (): void => {};
      const texts = await serveNewerPage(
        page,
        url,
        inLanguage(lang, `/inventario/${other}`),
      );
      const opened = new Promise<void>((resolve) => (respond = resolve));
      await page.route(
        ({ pathname }) => pathname === url,
        async (route) => {
          if (route.request().resourceType() === "xhr") await opened;
          await route.fallback();
        },
      );
      await page.goto(url);
      const plan = page.locator("#pagos details").nth(1);
      await plan.locator("summary").click();
      respond();
      await expect.poll(() => textsOf(page)).toEqual(texts);
      await expect(plan.locator("table")).toBeVisible();
    },
  );
}
