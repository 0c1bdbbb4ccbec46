// A unit's own page carries no island but its form: what it says of the unit follows the data file all the same.
import { expect, inLanguage, test } from "./site.ts";

const WORDS = { es: ["Vendido", "Disponibilidad al 25 de"], en: ["Sold", "Availability as of 25"] } as const;

// The worker would ask for the file where a test cannot answer.
test.use({ serviceWorkers: "block" });

for (const lang of ["es", "en"] as const) {
  test(`${inLanguage(lang, "/inventario/O-301")} takes over a newer status and price`, async ({ page }) => {
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
        {
          status: "vendido",
          price: 1_000_000_00,
        },
      );
      await route.fulfill({ json: data });
    });
    await page.goto(inLanguage(lang, "/inventario/O-301"));
    const [status, date] = WORDS[lang];
    await expect(page.locator(".unit-head .status")).toHaveText(status);
    await expect(page.locator(".unit-head .status")).toHaveClass("status is-vendido");
    await expect(page.locator(".unit-price .notice:visible")).toHaveAttribute("data-status", "vendido");
    await expect(page.locator(".unit-price .sum dd")).toHaveText([/\$1,000,000/, /\$160,000/, /\$1,160,000/]);
    await expect(page.locator(".unit-price")).toContainText(date);
  });
}
