// The availability selector in a real browser, by keyboard, by pointer, and without JavaScript.
import { LANGS } from "../../routes.ts";
import { firstIf } from "../../tiers.ts";
import { htmlChanges, watchHtml } from "../html-changes.ts";
import {
  expect,
  NEWER,
  open,
  SIZES,
  VIEWPORTS,
  test,
  units,
} from "./unit-site.ts";

const WORDS = {
  es: {
    request: "Solicitar más información",
    page: "Ver la página de la unidad",
  },
  en: { request: "Request more information", page: "See the unit page" },
};

for (const lang of LANGS)
  for (const [size, first] of SIZES) {
    test.describe(`${size}, ${lang}`, firstIf(lang === first), () => {
      test.use({ viewport: VIEWPORTS[size] });

      test("a whole visit by keyboard alone", async ({
        page,
        site,
        problems,
      }) => {
        site.island("/", "selector", lang);
        await open(page, "/");
        const level = page.getByRole("radio");
        await level.first().focus();
        await page.keyboard.press("ArrowRight");
        await page.keyboard.press("ArrowRight");
        await expect(level.nth(2)).toBeChecked();
        await page.keyboard.press("Tab");
        await expect(page.locator("a:focus")).toHaveAttribute(
          "data-code",
          "O-301",
        );
        await page.keyboard.press("ArrowRight");
        await expect(page.locator("a:focus")).toHaveAttribute(
          "data-code",
          "O-302",
        );
        await page.keyboard.press("Enter");
        const dialog = page.getByRole("dialog");
        await expect(dialog).toBeVisible();
        await expect(dialog).toContainText("O-302");
        await page.keyboard.press("Escape");
        await expect(dialog).toBeHidden();
        await expect(page.locator("a:focus")).toHaveAttribute(
          "data-code",
          "O-302",
        );
        await page.keyboard.press("Space");
        await expect(dialog).toBeVisible();
        await page.keyboard.press("Escape");
        // One tab stop: the next is the list.
        await page.keyboard.press("Tab");
        await expect(page.locator(".selector-list a:focus")).toHaveAttribute(
          "data-code",
          "O-301",
        );
        await page.keyboard.press("Enter");
        await dialog
          .getByRole("link", { name: WORDS[lang].request })
          .press("Enter");
        const prefix = lang === "es" ? "" : "/en";
        await expect(page).toHaveURL(
          `${site.origin}${prefix}/contacto-oficinas?unidad=O-301#contact`,
        );
        expect(problems).toEqual([]);
      });

      test("a click opens a unit, a click outside closes it", async ({
        page,
        site,
      }) => {
        site.island("/", "selector", lang);
        await open(page, "/");
        await page.locator('svg.plan [data-code="L-102"]').click();
        const dialog = page.getByRole("dialog");
        await expect(
          dialog.getByRole("link", { name: WORDS[lang].page }),
        ).toHaveAttribute("href", /inventario\/L-102$/);
        await page.mouse.click(5, 5);
        await expect(dialog).toBeHidden();
      });
    });
  }

test("paper shows every level, the screen one", async ({ page, site }) => {
  site.island("/", "selector");
  await open(page, "/");
  const floors = page.locator(".selector-floor");
  await expect(floors).toHaveCount(4);
  await expect(floors.filter({ visible: true })).toHaveCount(1);
  await page.emulateMedia({ media: "print" });
  await expect(floors.filter({ visible: true })).toHaveCount(4);
});

test("a unit that is opened while the dialog of another closes opens", async ({
  page,
  site,
}) => {
  site.island("/", "selector");
  await open(page, "/");
  await page.locator('svg.plan [data-code="L-102"]').click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("L-102");
  // The browser reports the end of the first dialog only after this code.
  await dialog.evaluate((element: HTMLDialogElement) => {
    element.close();
    document
      .querySelector('svg.plan [data-code="L-103"]')!
      .dispatchEvent(
        new MouseEvent("click", { bubbles: true, cancelable: true }),
      );
  });
  await expect(dialog).toContainText("L-103");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
});

test("a unit that is opened while the page goes back stays open", async ({
  page,
  site,
}) => {
  site.island("/", "selector");
  await open(page, "/");
  await page.locator('svg.plan [data-code="L-102"]').click();
  const dialog = page.getByRole("dialog");
  await expect(page).toHaveURL(/#L-102$/);
  // As on a busy phone, where a browser takes a while to go back.
  await page.evaluate(() => {
    history.back = () => void setTimeout(() => history.go(-1), 500);
  });
  const wentBack = page.evaluate(
    () => new Promise((done) => addEventListener("popstate", () => done(0))),
  );
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await page.locator('svg.plan [data-code="L-102"]').click();
  await expect(dialog).toBeVisible();
  await wentBack;
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
  await expect(dialog).toContainText("L-102");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(`${site.origin}/`);
});

test("selecting text in the dialog and releasing the button outside leaves it open", async ({
  page,
  site,
}) => {
  site.island("/", "selector");
  await open(page, "/");
  await page.locator('svg.plan [data-code="L-102"]').click();
  const dialog = page.getByRole("dialog");
  const price = (await dialog.locator("strong").boundingBox())!;
  await page.mouse.move(price.x + 1, price.y + price.height / 2);
  await page.mouse.down();
  await page.mouse.move(5, price.y + price.height / 2, { steps: 3 });
  await page.mouse.move(5, 5, { steps: 3 });
  await page.mouse.up();
  await expect(dialog).toBeVisible();
  await page.mouse.click(5, 5);
  await expect(dialog).toBeHidden();
});

test("hydrates without a change or a warning", async ({
  page,
  site,
  problems,
}) => {
  await watchHtml(page);
  site.island("/", "selector");
  await open(page, "/");
  await expect(page.locator('svg.plan [tabindex="0"]')).toHaveCount(4);
  const changes = await htmlChanges(page);
  expect(
    changes.filter(
      (change) => !/attributes (tabindex|state|aria-busy)/.test(change),
    ),
  ).toEqual([]);
  expect(problems).toEqual([]);
});

test("a newer data file changes statuses, counts and dates", async ({
  page,
  site,
}) => {
  site.data = { body: NEWER };
  site.island("/", "selector");
  await open(page, "/");
  await expect(page.locator(".selector-date")).toHaveText(
    "Disponibilidad al 25 de noviembre de 2026",
  );
  await expect(page.locator(".selector-level-free")).toHaveText([
    /^0 /,
    /^0 /,
    /^1 /,
    /^0 /,
  ]);
  await expect(page.locator('svg.plan [data-code="L-102"]')).toHaveClass(
    /is-vendido/,
  );
  expect(site.dataRequests).toBe(1);
});

for (const [name, data] of Object.entries({
  "never responds": { never: true },
  "is broken": { body: "<!doctype html>" },
  fails: { status: 500 },
  "is older": { body: { ...NEWER, date: "2020-01-01" } },
  "is empty": { body: { ...NEWER, units: [] } },
})) {
  test(`a data file that ${name} changes nothing`, async ({
    page,
    site,
    problems,
  }) => {
    site.data = data;
    site.island("/", "selector");
    await open(page, "/");
    await expect.poll(() => site.dataRequests).toBe(1);
    // The island is busy only while it waits for the file.
    const busy = String(name === "never responds");
    await expect(page.locator(".selector-date")).toHaveAttribute(
      "aria-busy",
      busy,
    );
    await expect(page.locator(".selector-date")).toHaveText(
      "Disponibilidad al 20 de noviembre de 2026",
    );
    await page.locator('svg.plan [data-code="L-102"]').click();
    await expect(page.getByRole("dialog")).toContainText("Disponible");
    expect(problems).toEqual([]);
  });
}

test("a unit's dialog has its neighbours, its dimensions and an address that Back leaves", async ({
  page,
  site,
}) => {
  site.island("/", "selector");
  await open(page, "/");
  const dialog = page.getByRole("dialog");
  await page.locator('svg.plan [data-code="L-102"]').click();
  await expect(page).toHaveURL(/\/#L-102$/);
  await expect(dialog).toContainText("9.60 × 11.25 m");
  await dialog.getByRole("button", { name: "Unidad siguiente" }).click();
  await expect(dialog).toContainText("L-103");
  await expect(page).toHaveURL(/\/#L-103$/);
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  // From the first one of the level to the last one.
  await expect(dialog).toContainText("L-112");
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(`${site.origin}/`);
  await page.goForward();
  await expect(dialog).toContainText("L-112");
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(`${site.origin}/`);
});

test("a sent address opens its unit, and closing the dialog stays on the page", async ({
  page,
  site,
}) => {
  site.island("/", "selector");
  await page.goto("/contacto-x");
  await open(page, "/?nivel=1#O-305");
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("O-305");
  await expect(page.locator('input[value="3"]')).toBeChecked();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(`${site.origin}/?nivel=1`);
});

for (const [width, height] of [
  [390, 844],
  [844, 390],
] as const) {
  test(`price and both buttons are on a screen of ${width} x ${height}`, async ({
    page,
    site,
  }) => {
    await page.setViewportSize({ width, height });
    site.island("/", "selector");
    await open(page, "/#O-305");
    const dialog = page.getByRole("dialog");
    for (const part of await dialog
      .locator(".unit-dialog-price strong, .button")
      .all())
      await expect(part).toBeInViewport({ ratio: 1 });
  });
}

test("passes the unit to a form on the page", async ({ page, site }) => {
  site.island("/", "selector");
  await open(page, "/");
  await page.evaluate(() => {
    const form = document.createElement("site-island");
    for (const [name, value] of Object.entries({
      name: "form",
      state: "ready",
      id: "contact",
    }))
      form.setAttribute(name, value);
    document.body.append(form, "form");
    document.addEventListener(
      "site-unit-request",
      (event) => (document.title = (event as CustomEvent).detail.unit),
    );
  });
  await page.locator('svg.plan [data-code="L-102"]').click();
  await page
    .getByRole("dialog")
    .getByRole("link", { name: "Solicitar más información" })
    .click();
  await expect(page).toHaveTitle("L-102");
  await expect(page).toHaveURL(/\?unidad=L-102#contact$/);
  await expect(page.getByRole("dialog")).toBeHidden();
});

test("opens the unit's page when the dialog cannot be loaded", async ({
  page,
  site,
}) => {
  site.island("/", "selector");
  await open(page, "/");
  await page.route(/unit-dialog/, (route) => route.abort());
  await page.locator('svg.plan [data-code="L-102"]').click();
  await expect(page).toHaveURL(/\/inventario\/L-102$/);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("every level can be chosen and every unit is a link", async ({
    page,
    site,
  }) => {
    site.island("/", "selector");
    await page.goto("/");
    for (const level of [1, 2, 3, 4]) {
      await page.locator(`input[value="${level}"]`).check();
      const floor = page.locator(".selector-floor").nth(level - 1);
      await expect(floor).toBeVisible();
      await expect(page.locator(".selector-floor:visible")).toHaveCount(1);
      await expect(floor.locator("svg a")).toHaveCount(
        units.filter((unit) => unit.level === level).length,
      );
    }
    await page.locator('svg.plan [data-code="O-401"]').click();
    await expect(page).toHaveURL(/\/inventario\/O-401$/);
  });
});
