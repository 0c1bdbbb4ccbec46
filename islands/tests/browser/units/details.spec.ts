// What only the detail of a unit has (call 4 of the specification), as a visitor sees it in selector, table and page.
import type { Locator } from "@playwright/test";
import { LANGS } from "../../routes.ts";
import { REST } from "../../tiers.ts";
import { startIslands } from "../site/visits.ts";
import { DETAILS, expect, test as base } from "../test.ts";

const LABELS = {
  es: { bathrooms: "Baños", typology: "Tipología" },
  en: { bathrooms: "Bathrooms", typology: "Type" },
};
/** What pages show of the two units whose details are in `DETAILS`. */
const SHOWN = Object.entries(DETAILS).map(
  ([code, { bathrooms, typology }]) =>
    [code, [String(bathrooms ?? "–"), typology ?? "–"]] as const,
);

/** Expects each value with its label among the facts of a dialog, and no label of an unknown one. */
async function expectFacts(
  dialog: Locator,
  labels: readonly string[],
  values: readonly string[],
): Promise<void> {
  const facts = dialog.locator(".unit-dialog-facts");
  for (const [index, label] of labels.entries())
    if (values[index] === "–") await expect(facts).not.toContainText(label);
    else await expect(facts).toContainText(`${label}: ${values[index]}`);
}

const test = base.extend({ baseURL: async ({ pulled }, use) => use(pulled) });
// One site serves all tests.
test.describe.configure({ mode: "default" });
test.use({ serviceWorkers: "block" });

for (const lang of LANGS) {
  const prefix = lang === "es" ? "" : "/en";
  const { bathrooms, typology } = LABELS[lang];

  test(
    `the selected unit in the selector shows its detail, in ${lang}`,
    REST,
    async ({ page }) => {
      await page.goto(`${prefix}/oficinas-lujo#disponibilidad`);
      await startIslands(page);
      for (const [code, values] of SHOWN) {
        await page.locator(`.selector-list [data-code="${code}"]`).click();
        const dialog = page.getByRole("dialog");
        await expect(dialog).toContainText(code);
        await expectFacts(dialog, [bathrooms, typology], values);
        await page.keyboard.press("Escape");
      }
    },
  );

  test(
    `the inventory and the unit selected in it show the detail, in ${lang}`,
    REST,
    async ({ page }) => {
      await page.goto(`${prefix}/inventario`);
      await startIslands(page);
      for (const [code, values] of SHOWN) {
        const row = page
          .locator(".inventory-table tbody tr")
          .filter({ hasText: code });
        await expect(row.locator(`[data-label="${bathrooms}"]`)).toHaveText(
          values[0],
        );
        await expect(row.locator(`[data-label="${typology}"]`)).toHaveText(
          values[1],
        );
      }
      await page.getByRole("radio", { name: /^Plano?$/ }).check();
      for (const [code, values] of SHOWN) {
        await page.locator(`svg.plan [data-code="${code}"]`).click();
        await expectFacts(
          page.getByRole("dialog"),
          [bathrooms, typology],
          values,
        );
        await page.keyboard.press("Escape");
      }
    },
  );
}

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  for (const lang of LANGS)
    test(
      `table and unit page show the detail, in ${lang}`,
      REST,
      async ({ page }) => {
        const prefix = lang === "es" ? "" : "/en";
        const { bathrooms, typology } = LABELS[lang];
        for (const [code, values] of SHOWN) {
          await page.goto(`${prefix}/inventario`);
          const row = page
            .locator(".inventory-table tbody tr")
            .filter({ hasText: code });
          await expect(row.locator(`[data-label="${bathrooms}"]`)).toHaveText(
            values[0],
          );
          await row.getByRole("link", { name: code }).click();
          const value = (label: string) =>
            page.locator(`dt:text-is("${label}") + dd`);
          await expect(value(bathrooms)).toHaveText(values[0]);
          await expect(value(typology)).toHaveText(values[1]);
        }
      },
    );
});
