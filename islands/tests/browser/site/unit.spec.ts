// A unit's own page carries no island but its form: what it says of the unit follows the data file all the same.
import type { Page } from "@playwright/test";
import { expect, inLanguage, test } from "./site.ts";

const WORDS = { es: ["Vendido", "Disponibilidad al 25 de"], en: ["Sold", "Availability as of 25"] } as const;

// The worker would ask for the file where a test cannot answer.
test.use({ serviceWorkers: "block" });

/** A data file of a later day, in which the office 301 is otherwise. */
async function change(page: Page, part: { status?: string; price?: number }): Promise<void> {
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
      part,
    );
    await route.fulfill({ json: data });
  });
}

for (const lang of ["es", "en"] as const) {
  const url = inLanguage(lang, "/inventario/O-301");

  test(`${url} takes over a newer status and price`, async ({ page }) => {
    await change(page, { status: "vendido", price: 1_000_000_00 });
    await page.goto(url);
    const [status, date] = WORDS[lang];
    await expect(page.locator(".unit-head .status")).toHaveText(status);
    await expect(page.locator(".unit-head .status")).toHaveClass("status is-vendido");
    await expect(page.locator(".unit-price .notice:visible")).toHaveAttribute("data-status", "vendido");
    await expect(page.locator(".unit-price .sum dd")).toHaveText([
      /^\$1,160,000.MXN$/,
      /^\$1,000,000.MXN \+ (IVA|VAT)$/,
      /^\$160,000.MXN$/,
      /^\$7,982.MXN/,
    ]);
    await expect(page.locator(".unit-head")).toContainText(date);
    // Nobody can pay for a sold unit.
    await expect(page.locator("#pagos")).toBeHidden();
  });

  test(`${url} reckons its payments with a newer price`, async ({ page }) => {
    await change(page, { price: 1_000_000_00 });
    await page.goto(url);
    const table = page.locator("#pagos table").first();
    await expect(table.locator("[data-payment=sum] td")).toHaveText([
      /^\$1,000,000.MXN$/,
      /^\$160,000.MXN$/,
      /^\$1,160,000.MXN$/,
    ]);
    await expect(table.locator("[data-payment=down] td")).toHaveText([
      /^\$300,000.MXN$/,
      /^\$48,000.MXN$/,
      /^\$348,000.MXN$/,
    ]);
    await expect(table.locator("[data-payment=each] td").last()).toHaveText(/^\$25,777\.77.MXN$/);
    await expect(table.locator("[data-payment=last] td").last()).toHaveText(/^\$25,777\.91.MXN$/);
  });
}
