// The inventory in a real browser: state in the URL, history, cards on a phone, 5,000 units.
import type { Page } from "@playwright/test";
import { sampleProps } from "../../../gallery/sample.ts";
import { LANGS } from "../../routes.ts";
import { firstIf, REST } from "../../tiers.ts";
import { closeDialog } from "../dialogs.ts";
import {
  expect,
  manyUnits,
  NEWER,
  open,
  SIZES,
  VIEWPORTS,
  test,
  units,
} from "./unit-site.ts";

const WORDS = {
  es: {
    available: "Solo disponibles",
    clear: "Limpiar filtros",
    price: "Precio",
    level: "Nivel",
    most: "Precio hasta (millones MXN)",
    visual: "Plano",
    share: "Compartir esta vista",
    copied: "Enlace copiado",
    filters: "Filtros",
    sort: "Ordenar por",
  },
  en: {
    available: "Available only",
    clear: "Clear filters",
    price: "Price",
    level: "Level",
    most: "Price up to (MXN millions)",
    visual: "Plan",
    share: "Share this view",
    copied: "Link copied",
    filters: "Filters",
    sort: "Sort by",
  },
};
const available = units.filter((unit) => unit.status === "disponible");

/** Opens the filters where they are behind a press, as on a phone. */
async function openFilters(page: Page): Promise<void> {
  const summary = page.locator(".inventory-controls .inventory-fold > summary");
  if (await summary.isVisible()) await summary.click();
}

for (const lang of LANGS)
  for (const [size, first] of SIZES) {
    test.describe(`${size}, ${lang}`, firstIf(lang === first), () => {
      test.use({ viewport: VIEWPORTS[size] });
      const word = WORDS[lang];

      test("filters, sorts, goes back, reloads", async ({
        page,
        site,
        problems,
      }) => {
        site.island("/inventario", "inventory", lang);
        await open(page, "/inventario");
        const rows = page.locator("tbody tr");
        await expect(rows).toHaveCount(69);
        await openFilters(page);
        await page.getByLabel(word.available).check();
        await expect(rows).toHaveCount(available.length);
        if (size === "phone")
          await page.getByLabel(word.sort).selectOption("precio");
        else
          await page
            .getByRole("columnheader", { name: word.price })
            .getByRole("button")
            .click();
        await expect(page).toHaveURL(/\?disp=1&orden=precio$/);
        await page.getByLabel(word.level).selectOption("3");
        await page.getByLabel(word.most).fill("5");
        await expect(page).toHaveURL(
          /\?disp=1&nivel=3&precio_max=5&orden=precio$/,
        );
        const left = available.filter(
          (unit) => unit.level === 3 && unit.price <= 500_000_000,
        );
        await expect(rows).toHaveCount(left.length);
        await page.reload();
        await expect(rows).toHaveCount(left.length);
        await page.goBack();
        await expect(page).toHaveURL(/\?disp=1&orden=precio$/);
        await expect(rows).toHaveCount(available.length);
        await page.goBack();
        await page.goBack();
        await expect(rows).toHaveCount(69);
        await expect(page.getByLabel(word.available)).not.toBeChecked();
        expect(problems).toEqual([]);
      });

      test("never scrolls sideways, as list, drawing or comparison", async ({
        page,
        site,
      }) => {
        site.island("/inventario", "inventory", lang);
        for (const query of [
          "",
          "?vista=plano",
          "?comparar=O-301,O-302,L-101,L-102#comparar",
        ]) {
          await open(page, `/inventario${query}`);
          if (query.includes("plano"))
            await expect(page.locator("svg.plan")).toHaveCount(4);
          if (query.includes("comparar"))
            await expect(page.locator(".compare")).toBeVisible();
          const [needed, given] = await page.evaluate(() => {
            const { scrollWidth, clientWidth } = document.documentElement;
            return [scrollWidth, clientWidth];
          });
          expect(needed).toBe(given);
        }
      });

      test("opens a unit from the drawing", async ({ page, site }) => {
        site.island("/inventario", "inventory", lang);
        await open(page, "/inventario");
        await page.getByRole("radio", { name: word.visual }).check();
        await expect(page).toHaveURL(/\?vista=plano$/);
        await expect(page.locator("svg.plan")).toHaveCount(4);
        await page.locator('[data-code="O-401"]').click();
        await expect(page.getByRole("dialog")).toContainText("O-401");
        await page.keyboard.press("Escape");
        await expect(page.locator("a:focus")).toHaveAttribute(
          "data-code",
          "O-401",
        );
      });

      test("shares what it shows", async ({ page, site, context }) => {
        await context.grantPermissions(["clipboard-read", "clipboard-write"]);
        site.island("/inventario", "inventory", lang);
        await open(page, "/inventario?nivel=4&utm_source=mail");
        if (size === "phone")
          await page.locator(".inventory-tools summary").click();
        await page.evaluate(() =>
          Object.defineProperty(navigator, "share", { value: undefined }),
        );
        await page.getByRole("button", { name: word.share }).click();
        await expect(page.getByText(word.copied)).toBeVisible();
        expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
          `${site.origin}/inventario?nivel=4`,
        );
      });
    });
  }

test("hydrates without a change to what it shows, and without a warning", async ({
  page,
  site,
  problems,
}) => {
  site.island("/inventario", "inventory");
  const response = await page.request.get("/inventario");
  const html = await response.text();
  await open(page, "/inventario");
  await expect(page.locator("tbody button").first()).toBeVisible();
  const texts = await page.locator("tbody tr").allInnerTexts();
  expect(texts).toHaveLength(html.match(/<tr class="is-/g)!.length);
  expect(problems).toEqual([]);
});

test("keeps saved units across a reload, compares and lists them", async ({
  page,
  site,
}) => {
  site.island("/inventario", "inventory");
  await open(page, "/inventario");
  for (const code of ["L-102", "O-301"])
    await page.getByRole("button", { name: `Guardar ${code}` }).click();
  await page.reload();
  await expect(
    page.getByRole("button", { name: "Guardada L-102" }),
  ).toHaveAttribute("aria-pressed", "true");
  await page.evaluate(() => (location.hash = "#comparar"));
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("columnheader")).toHaveCount(3);
  await closeDialog(page);
  await page.goto("/inventario?fav=1");
  await expect(page.locator("tbody tr")).toHaveCount(2);
  // The row goes with its mark, and the focus to the next one.
  await page.getByRole("button", { name: "Guardada O-301" }).press("Enter");
  await expect(
    page.getByRole("button", { name: "Guardada L-102" }),
  ).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.locator(".inventory-empty")).toContainText(
    "Aún no guarda ninguna",
  );
  await expect(page.locator(".inventory-empty")).not.toContainText("parecidas");
});

test("offers the nearest units and a way out when nothing matches", async ({
  page,
  site,
}) => {
  site.island("/inventario", "inventory");
  await open(page, "/inventario?uso=local&area_min=100&area_max=100");
  const none = page.locator(".inventory-empty");
  await expect(none).toContainText("No hay datos");
  await expect(none.getByRole("link")).toHaveAttribute("href", /#contact$/);
  await expect(page.locator("tr.is-disponible")).toHaveCount(4);
  await none.getByRole("button", { name: "Limpiar filtros" }).click();
  await expect(page.locator("tbody tr")).toHaveCount(69);
  await expect(
    page.getByRole("button", { name: "Limpiar filtros" }),
  ).toHaveCount(0);
});

test(
  "finds the units of about an area, and sends them",
  REST,
  async ({ page, site }) => {
    site.island("/inventario", "inventory");
    await open(page, "/inventario");
    await openFilters(page);
    const near = page.getByLabel("Interior +/-10 %");
    await near.fill("100,5");
    await expect(page.locator(".inventory-count")).toHaveText(
      "14 unidades de 69",
    );
    await expect(page).toHaveURL(
      (url) => url.searchParams.get("area") === "100,5",
    );
    // A link to a place of the page changes no filter, not even one that is not understood.
    await near.fill("cien");
    await page.evaluate(() => (location.hash = "contact"));
    await expect(near).toHaveValue("cien");
    await expect(page.locator("tbody tr")).toHaveCount(69);
    await page.goto("/inventario?area=100%2C5");
    await expect(near).toHaveValue("100,5");
    await expect(page.locator(".inventory-count")).toHaveText(
      "14 unidades de 69",
    );
  },
);

test("a row is a link, and its text can be selected", async ({
  page,
  site,
}) => {
  site.island("/inventario", "inventory");
  await open(page, "/inventario");
  const cell = page.locator("tbody tr .col-price").first();
  await cell.click();
  await expect(page).toHaveURL(/inventario\/O-305$/);
  await page.goBack();
  const box = (await cell.boundingBox())!;
  await page.mouse.move(box.x + 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width - 2, box.y + box.height / 2, {
    steps: 5,
  });
  await page.mouse.up();
  expect(await page.evaluate(() => String(getSelection()))).toContain("MXN");
  await expect(page).toHaveURL(/inventario$/);
});

test("a table that is wider than the window scrolls in its box", async ({
  page,
  site,
}) => {
  const units = sampleProps("es").units.map((unit) => {
    const fields = { ...unit.text.fields, price: "1".repeat(120) };
    return { ...unit, text: { ...unit.text, fields } };
  });
  site.island("/inventario", "inventory", "es", { units });
  await open(page, "/inventario");
  for (const width of [1024, 1280, 1920]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(page.locator(".inventory-results")).toHaveAttribute(
      "data-overflows",
    );
    expect(
      await page.evaluate(
        () => document.documentElement.scrollWidth - innerWidth,
      ),
    ).toBeLessThanOrEqual(0);
  }
});

test("a newer data file changes rows in place", async ({ page, site }) => {
  let respond = (): void => {};
  site.data = { body: NEWER, wait: new Promise((done) => (respond = done)) };
  site.island("/inventario", "inventory");
  await open(page, "/inventario");
  await expect(page.locator(".inventory-date")).toHaveAttribute(
    "aria-busy",
    "true",
  );
  const before = await page.locator("tbody tr").nth(1).boundingBox();
  respond();
  await expect(page.locator(".inventory-date")).toHaveText(
    "Disponibilidad al 25 de noviembre de 2026",
  );
  await expect(page.locator("tbody tr").nth(1)).toContainText("Vendido");
  expect(await page.locator("tbody tr").nth(1).boundingBox()).toEqual(before);
});

test(
  "filters 5,000 units and renders 100 rows, and lists all without JavaScript",
  REST,
  async ({ page, site, browser }) => {
    site.island("/inventario", "inventory", "es", { units: manyUnits(5000) });
    await open(page, "/inventario");
    const rows = page.locator("tbody tr");
    await expect(rows).toHaveCount(100);
    await page.locator(".inventory-check input").first().check();
    await expect(rows).toHaveCount(100);
    await expect(rows.filter({ hasText: "Vendido" })).toHaveCount(0);
    const plain = await browser.newPage({
      baseURL: site.origin,
      javaScriptEnabled: false,
    });
    await plain.goto("/inventario");
    await expect(plain.locator("tbody th a, .inventory-rest a")).toHaveCount(
      5000,
    );
    await expect(plain.locator(".inventory-rest")).toBeVisible();
    await plain.close();
  },
);

test("prints the table head on every sheet", REST, async ({ page, site }) => {
  site.island("/inventario", "inventory");
  await open(page, "/inventario");
  await page.emulateMedia({ media: "print" });
  await expect(page.locator(".inventory-table thead")).toHaveCSS(
    "display",
    "table-header-group",
  );
  // Chromium does not repeat a head with an unbreakable box in it, such as a button.
  for (const button of await page
    .locator(".inventory-table thead button")
    .all()) {
    await expect(button).toHaveCSS("display", "contents");
  }
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("lists every unit and shows no control that needs JavaScript", async ({
    page,
    site,
  }) => {
    site.island("/inventario", "inventory");
    await page.goto("/inventario");
    await expect(page.locator("tbody tr")).toHaveCount(69);
    await expect(page.locator(".inventory-controls")).toBeHidden();
    await expect(page.locator(".inventory-tools")).toBeHidden();
    await expect(page.getByRole("link", { name: "L-101" })).toHaveAttribute(
      "href",
      "/inventario/L-101",
    );
  });
});
