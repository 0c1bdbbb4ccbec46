// A unit's own page has no island but its form; the page script updates what it shows from the data file.
import type { Page } from "@playwright/test";
import { inLanguage, LANGS } from "../../routes.ts";
import { expect, test } from "../test.ts";

const WORDS = { es: ["Vendido", "Disponibilidad al 25 de"], en: ["Sold", "Availability as of 25"] } as const;

// A test cannot respond when the service worker requests the data file.
test.use({ serviceWorkers: "block" });

/** Serves a data file of a later day, in which office 301 has another status or price. */
async function serveNewerData(page: Page, changes: { status?: string; price?: number }): Promise<void> {
  await page.route("**/data/inventory.json", async (route) => {
    const data = (await (await route.fetch()).json()) as {
      date: string;
      date_label: object;
      units: { code: string; status: string; price: number }[];
    };
    data.date = "2099-11-25";
    data.date_label = { es: "25 de", en: "25" };
    Object.assign(
      data.units.find(({ code }) => code === "O-301")!,
      changes,
    );
    await route.fulfill({ json: data });
  });
}

test("the lines of the plan, a file, are drawn without JavaScript too", async ({ browser, baseURL }) => {
  const page = await browser.newPage({ baseURL, javaScriptEnabled: false });
  for (const code of ["L-104", "O-301"]) {
    await page.goto(`/inventario/${code}`);
    for (const use of await page.locator(".unit-plan use").all()) {
      // As large as the building: a file that is missing or refused would have no size.
      const size = () => use.evaluate((use: SVGGraphicsElement) => use.getBBox().width);
      await expect.poll(size).toBeGreaterThan(100);
    }
  }
  await page.close();
});

for (const lang of LANGS) {
  const url = inLanguage(lang, "/inventario/O-301");

  test(`${url} shows a newer status and price`, async ({ page }) => {
    await serveNewerData(page, { status: "vendido", price: 1_000_000_00 });
    await page.goto(url);
    const [status, date] = WORDS[lang];
    await expect(page.locator(".unit-head .status")).toHaveText(status);
    await expect(page.locator(".unit-head .status")).toHaveClass("status is-vendido");
    await expect(page.locator(".unit-price .notice:visible")).toHaveAttribute("data-status", "vendido");
    await expect(page.locator(".unit-price .sum dd")).toHaveText([
      /^\$1,000,000.MXN \+ (IVA|VAT)$/,
      /^\$1,160,000.MXN$/,
      /^\$160,000.MXN$/,
      /^\$7,982.MXN/,
    ]);
    await expect(page.locator(".unit-head")).toContainText(date);
    // Nobody can pay for a sold unit.
    await expect(page.locator("#pagos")).toBeHidden();
  });

  test(`${url} computes its payments with a newer price`, async ({ page }) => {
    await serveNewerData(page, { price: 1_000_000_00 });
    await page.goto(url);
    const table = page.locator("#pagos table").first();
    await expect(table.locator("tbody tr").last().locator("td")).toHaveText([
      /^\$1,000,000.MXN$/,
      /^\$160,000.MXN$/,
      /^\$1,160,000.MXN$/,
    ]);
    await expect(table.locator("tbody tr").first().locator("td")).toHaveText([
      /^\$300,000.MXN$/,
      /^\$48,000.MXN$/,
      /^\$348,000.MXN$/,
    ]);
    await expect(table.locator("tbody tr").nth(1).locator("td").last()).toHaveText(/^\$25,777\.77.MXN$/);
    await expect(table.locator("tbody tr").nth(2).locator("td").last()).toHaveText(/^\$25,777\.91.MXN$/);
  });
}
