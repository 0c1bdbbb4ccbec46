// Pages that the browser has translated: what changes afterwards is shown, and translated as well.
import { sampleProps } from "../../../gallery/sample.ts";
import { statusLabelsOf } from "../../../src/plan/status.tsx";
import { translate } from "../translate.ts";
import { expect, NEWER, test, units } from "./unit-site.ts";
import { REST } from "../../tiers.ts";

const labels = statusLabelsOf(sampleProps("es"));
const ready = "site-island[state=ready]";

test("the dialog shows the unit to which the visitor goes on", async ({
  page,
  site,
  problems,
}) => {
  site.island("/", "selector");
  await page.goto("/#L-102");
  const dialog = page.getByRole("dialog");
  await expect(dialog).toBeVisible();
  await translate(page);
  await expect(dialog).toContainText("«");
  const [first] = units.filter(({ code }) => code === "L-102");
  const level = units.filter((unit) => unit.level === first!.level);
  for (const step of [1, 2]) {
    await page.keyboard.press("ArrowRight");
    const next = level[(level.indexOf(first!) + step) % level.length]!;
    await expect(page).toHaveURL(`/#${next.code}`);
    await expect(dialog.locator("h2")).toContainText(next.code);
    await expect(dialog.locator("h2")).not.toContainText(first!.code);
    await expect(dialog.locator(".status")).toHaveClass(
      `status is-${next.status}`,
    );
    await expect(dialog.locator(".status")).toHaveText(labels[next.status]);
    await expect(dialog.locator("strong")).toHaveText(next.text.fields.price!);
    await expect(dialog.locator(".unit-dialog-facts")).toContainText(
      next.text.areas,
    );
  }
  expect(problems).toEqual([]);
});

test(
  "a newer data file changes levels, lists and rows",
  REST,
  async ({ page, site }) => {
    for (const name of ["selector", "inventory"] as const) {
      let release = (): void => {};
      const wait = new Promise<void>((done) => (release = done));
      const body = {
        ...NEWER,
        units: NEWER.units.map((unit) => ({
          ...unit,
          text: {
            ...unit.text,
            areas: "1 m²",
            fields: { ...unit.text.fields, price: "$1 MXN", area: "1 m²" },
          },
        })),
      };
      site.data = { body, wait };
      site.island(`/${name}`, name);
      await page.goto(`/${name}`);
      await page.locator(ready).waitFor();
      await translate(page);
      await expect(page.locator(".legend li").first()).toContainText("«");
      release();
      const row = page.locator(
        name === "selector" ? "li#L-102" : "tr:has(a[href$='/L-102'])",
      );
      await expect(row.locator(".status")).toHaveText(labels.vendido);
      await expect(row).toContainText("$1 MXN");
      await expect(row).toContainText("«1 m²»");
      await expect(page.locator(`.${name}-date`)).toContainText(
        "25 de noviembre",
      );
      if (name === "selector")
        await expect(page.locator(".selector-level-free").first()).toHaveText(
          /^«0 /,
        );
    }
  },
);

test(
  "filters, order and comparison of the inventory show what they did",
  REST,
  async ({ page, site, problems }) => {
    await page.setViewportSize({ width: 1280, height: 900 });
    site.island("/", "inventory");
    await page.goto("/");
    await page.locator(ready).waitFor();
    await expect(page.locator(".inventory-check input").first()).toBeEnabled();
    await translate(page);
    const count = page.locator(".inventory-count");
    await expect(count).toHaveText(`«${units.length} unidades»`);
    await page.locator(".inventory-check input").first().check();
    const free = units.filter(({ status }) => status === "disponible");
    await expect(count).toContainText(
      `«${free.length} unidades de ${units.length}»`,
    );
    await expect(page.locator(".inventory-fold summary").first()).toContainText(
      "(1)",
    );
    const rows = page.locator(".inventory-table tbody tr");
    await expect(rows).toHaveCount(free.length);
    await page.locator(".col-price button").click();
    const cheapest = Math.min(...free.map(({ price }) => price));
    const { code, text } = free.find(({ price }) => price === cheapest)!;
    await expect(rows.first()).toContainText(code);
    await expect(rows.first().locator(".col-price")).toContainText(
      text.fields.price!,
    );

    for (const index of [0, 1]) {
      const save = rows.nth(index).locator(".save");
      await save.click();
      await expect(save).toHaveText("«Guardada»");
    }
    await page.evaluate(() => (location.hash = "#comparar"));
    const dialog = page.getByRole("dialog");
    const heads = dialog.locator("thead th a");
    await expect(heads).toHaveCount(2);
    const second = await heads.nth(1).textContent();
    await dialog.locator("thead button").first().click();
    await expect(heads).toHaveText([second!]);
    const shown = units.find((unit) => unit.code === second)!;
    await expect(dialog.locator("tbody td")).toContainText([
      labels.disponible,
      shown.text.fields.price!,
    ]);
    expect(problems).toEqual([]);
  },
);
