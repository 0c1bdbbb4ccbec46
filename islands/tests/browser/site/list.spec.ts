// A list of units: saved by one person, sent as a link, opened, asked about and requested by another.
import { inLanguage, LANGS, type Lang } from "../../routes.ts";
import { firstIf, REST } from "../../tiers.ts";
import { violations } from "../accessibility.ts";
import { firstCodes, openComparison } from "../comparison-checks.ts";
import { closeDialog } from "../dialogs.ts";
import { FormPage, strings } from "../forms/form-page.ts";
import { expect, test } from "../test.ts";

const VIEWPORTS = {
  es: { width: 390, height: 844 },
  en: { width: 1280, height: 900 },
};
const WORDS = {
  es: {
    save: "Guardar",
    saved: "Unidades guardadas: 3",
    bar: "3 guardadas",
    undo: "Deshacer",
    clear: "Quitar",
    title: "3 unidades seleccionadas",
    gone: "O-999 ya no está",
  },
  en: {
    save: "Save",
    saved: "Saved units: 3",
    bar: "3 saved",
    undo: "Undo",
    clear: "Remove",
    title: "3 units selected",
    gone: "O-999 is no longer",
  },
};

// A test cannot respond when the service worker requests a page.
test.use({ serviceWorkers: "block" });

/** One unit of each status. */
async function unitsOf(
  request: { get(url: string): Promise<{ json(): Promise<unknown> }> },
  lang: Lang,
) {
  const { units } = (await (
    await request.get(`/data/units-${lang}.json`)
  ).json()) as {
    units: {
      code: string;
      status: string;
      text: { areas: string; fields: { price: string } };
    }[];
  };
  return ["disponible", "reservado", "vendido"].map((wanted) =>
    units.find(({ status }) => status === wanted)!,
  );
}

for (const lang of LANGS) {
  test.describe(lang, firstIf(lang === "es"), () => {
    test.use({ viewport: VIEWPORTS[lang] });
    const word = WORDS[lang];

    test("saved units become a link that anyone opens, asks about and requests", async ({
      page,
      browser,
      baseURL,
    }) => {
      const units = await unitsOf(page.request, lang);
      const codes = units.map(({ code }) => code);
      for (const code of codes) {
        await page.goto(inLanguage(lang, `/inventario/${code}`));
        await page
          .getByRole("button", { name: word.save, exact: true })
          .press("Enter");
      }
      await page.getByRole("link", { name: word.saved }).click();
      await expect(
        page.getByRole("heading", { name: word.title }),
      ).toBeVisible();
      await expect(page.locator(".inventory-table tbody th a")).toHaveCount(3);
      const link = `${baseURL}${inLanguage(lang, "/inventario")}?unidades=${codes.join(",")}`;

      const other = await browser.newPage({
        baseURL: baseURL!,
        viewport: VIEWPORTS[lang],
        serviceWorkers: "block",
      });
      await other.goto(`${link.toLowerCase()},%20O-999`);
      await expect(
        other.getByRole("heading", { name: word.title }),
      ).toBeVisible();
      const rows = other.locator(".inventory-table tbody th a");
      await expect(rows).toHaveCount(3);
      expect((await rows.allTextContents()).sort()).toEqual([...codes].sort());
      for (const row of await rows.all()) await expect(row).toBeVisible();
      await expect(other.locator(".selection")).toContainText(word.gone);
      // The visitor's own selection stays as it is.
      await expect(other.locator(".header-saved")).toBeHidden();
      expect(await violations(other, { include: "main" })).toEqual([]);
      const chat = other.locator(".selection [data-whatsapp]");
      const label = (status: string): string =>
        strings[lang].status[status as "vendido"];
      const text = async () =>
        new URL((await chat.getAttribute("href"))!).searchParams.get("text")!;
      await expect.poll(text).toContain(units[0]!.text.fields.price);
      for (const { code } of units) expect(await text()).toContain(code);
      expect(await text()).toContain(label("vendido"));
      expect((await text()).length).toBeLessThan(1000);

      // An offer names no seller: whoever sends it chooses to whom.
      const opened = other.waitForEvent("popup");
      await other
        .context()
        .route("https://wa.me/**", (route) =>
          route.fulfill({ contentType: "text/html", body: "WhatsApp" }),
        );
      // One action is shown, the others are behind one press.
      const client = other.locator(".selection [data-client]");
      await expect(client).toBeHidden();
      await other.locator(".selection summary").press("Enter");
      await client.press("Enter");
      const address = new URL((await opened).url());
      expect(address.pathname).toBe("/");
      const offer = address.searchParams.get("text")!;
      expect(offer.split("\n")).toHaveLength(codes.length + 2);
      expect(offer).toContain(units[0]!.text.areas);
      expect(offer).toContain(units[0]!.text.fields.price);
      expect(offer).toContain(`?unidades=${codes.join(",")}`);
      await (await opened).close();

      await other.locator(".selection [data-request]").press("Enter");
      const form = new FormPage(other, lang);
      await form.ready();
      await expect(form.form).toContainText(codes.join(", "));
      await form.fill();
      const responded = other.waitForResponse("**/api/leads");
      await form.button.click();
      const response = await responded;
      const { reference } = (await response.json()) as { reference: string };
      const notice = await other.request.get(`/_dev/leads/${reference}`);
      for (const code of codes) expect(await notice.text()).toContain(code);
      await other.close();
    });
  });
}

test("the dialog of a unit saves it, and the comparison asks about its units", async ({
  page,
}) => {
  const codes = (await unitsOf(page.request, "es")).map(({ code }) => code);
  await page.goto(`/inventario?comparar=${codes.join(",")}#comparar`);
  const dialog = page.getByRole("dialog");
  await expect(dialog.locator("[data-request]")).toHaveAttribute(
    "href",
    new RegExp(`unidades=${codes.join(",")}`),
  );
  await expect(dialog.locator("[data-whatsapp]")).toHaveAttribute(
    "href",
    new RegExp(encodeURIComponent(codes[2]!)),
  );
  await closeDialog(page);
  await page.goto("/inventario?vista=plano");
  await page.locator(`svg [data-code="${codes[0]!}"]`).first().press("Enter");
  await expect(dialog.locator(".dialog-close")).toBeFocused();
  await dialog
    .getByRole("button", { name: "Guardar", exact: true })
    .press("Enter");
  const saved = page.getByRole("button", { name: "Guardada", exact: true });
  await expect(saved).toHaveAttribute("aria-pressed", "true");
  await closeDialog(page);
  await page.goto(`/inventario/${codes[0]!}`);
  await expect(saved).toHaveAttribute("aria-pressed", "true");
});

for (const [lang, width] of [
  ["es", 360],
  ["en", 1280],
] as const) {
  test(
    `a bar compares, sends and empties the selection, in ${lang} at ${width} px`,
    REST,
    async ({ page }) => {
      const word = WORDS[lang];
      await page.setViewportSize({ width, height: 740 });
      await page.goto(inLanguage(lang, "/inventario"));
      const bar = page.locator("selection-bar");
      const rows = page.locator(".inventory-table tbody .save");
      await expect(rows.first()).toBeVisible();
      await expect(bar).toBeHidden();
      for (const index of [0, 1, 2]) await rows.nth(index).press("Enter");
      await expect(bar).toContainText(word.bar);
      await expect(page.getByRole("link", { name: word.saved })).toBeVisible();
      expect(await violations(page, { include: "selection-bar" })).toEqual([]);
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth),
      ).toBe(width);
      // Neither bar covers what has the focus, whichever way it is reached.
      for (const key of ["Tab", "Shift+Tab"])
        for (let step = 0; step < 24; step++) {
          await page.keyboard.press(key);
          const covered = await page.evaluate(() => {
            const focused = document.activeElement!;
            const { bottom } = focused.getBoundingClientRect();
            const isBar = focused.closest("selection-bar, .floating, header");
            const top = document
              .querySelector("selection-bar")!
              .getBoundingClientRect().top;
            return !isBar && bottom > top ? focused.outerHTML : null;
          });
          expect(covered).toBeNull();
        }

      await bar.locator("[data-send]").press("Enter");
      const dialog = page.getByRole("dialog");
      await expect(dialog.locator("[data-client]")).toBeVisible();
      expect(await violations(page, { include: ".send-dialog" })).toEqual([]);
      await page.keyboard.press("Escape");
      await expect(bar.locator("[data-send]")).toBeFocused();

      await bar.locator("[data-compare]").press("Enter");
      await expect(dialog.getByRole("columnheader")).toHaveCount(4);
      await page.goBack();
      await expect(dialog).toBeHidden();

      await bar.getByRole("button", { name: word.clear }).press("Enter");
      await expect(page.locator(".save[aria-pressed=true]")).toHaveCount(0);
      await expect(bar.locator("[data-send]")).toBeHidden();
      const undo = bar.getByRole("button", { name: word.undo });
      await expect(undo).toBeFocused();
      await undo.press("Enter");
      await expect(page.locator(".save[aria-pressed=true]")).toHaveCount(3);
    },
  );
}

test("the list is beside the plans where there is room, and follows the filters", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/inventario?vista=plano&disp=1");
  const [plan, rows] = [
    page.locator("svg.plan").first(),
    page.locator(".inventory-table tbody tr"),
  ];
  await expect(plan).toBeVisible();
  const [left, right] = [
    (await plan.boundingBox())!,
    (await rows.first().boundingBox())!,
  ];
  expect(right.x).toBeGreaterThan(left.x + left.width);
  await expect(
    page.locator(".inventory-table tbody .is-disponible th"),
  ).toHaveCount(await rows.count());
  await page.setViewportSize({ width: 1280, height: 900 });
  await expect(rows.first()).toBeHidden();
  await page.goto("/inventario?vista=plano&area_min=9999");
  await expect(page.locator(".inventory-empty")).toBeVisible();
});

test(
  "thirteen codes show twelve units and say so; on paper are only these",
  REST,
  async ({ page }) => {
    const { units } = (await (
      await page.request.get("/data/units-es.json")
    ).json()) as {
      units: { code: string }[];
    };
    const codes = units.slice(0, 13).map(({ code }) => code);
    await page.goto(`/inventario?unidades=${codes.join(",")}`);
    await expect(
      page.getByRole("heading", { name: "12 unidades seleccionadas" }),
    ).toBeVisible();
    await expect(page.locator(".selection")).toContainText("hasta 12 unidades");
    await expect(page.locator(".inventory-table tbody th a")).toHaveCount(12);
    await page.emulateMedia({ media: "print" });
    await expect(page.locator(".inventory-table")).toBeVisible();
    for (const part of [
      ".reading",
      ".inventory-controls",
      ".page-opening",
      ".selection .actions",
    ])
      await expect(page.locator(part).first()).toBeHidden();
  },
);

test(
  "a broker's link names the broker, whom the client writes to and whose name the lead has",
  REST,
  async ({ page, context }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const [free] = await unitsOf(page.request, "es");
    const broker = "asesor=Ana+Ruiz+%3Cb%3E&tel=%28984%29+111-2233";
    await page.goto(`/inventario?unidades=${free!.code}&${broker}`);
    const line = page.locator(".broker");
    await expect(line).toContainText("Su asesor: Ana Ruiz b · 984 111 2233");
    expect(await violations(page, { include: ".broker" })).toEqual([]);
    await context.route("https://wa.me/**", (route) =>
      route.fulfill({ contentType: "text/html", body: "WhatsApp" }),
    );
    const opened = page.waitForEvent("popup");
    await page.locator(".floating-whatsapp").click();
    const chat = await opened;
    expect(new URL(chat.url()).pathname).toBe("/529841112233");
    await chat.close();
    // What the client sends on names the broker too.
    const client = page.waitForEvent("popup");
    await page.locator(".selection summary").press("Enter");
    await page.locator(".selection [data-client]").press("Enter");
    const sent = await client;
    expect(new URL(sent.url()).searchParams.get("text")).toContain(
      "&asesor=Ana%20Ruiz%20b&tel=9841112233",
    );
    await sent.close();

    await page.goto(`/inventario/${free!.code}#contact`);
    await expect(line).toBeVisible();
    await expect(page.locator(".header-phone")).toHaveAttribute(
      "href",
      "tel:+529841112233",
    );
    const form = new FormPage(page, "es");
    await form.ready();
    await form.fill();
    const responded = page.waitForResponse("**/api/leads");
    await form.button.click();
    const { reference } = (await (await responded).json()) as {
      reference: string;
    };
    const notice = await page.request.get(`/_dev/leads/${reference}`);
    expect(await notice.text()).toContain("9841112233");

    await page.goto("/inventario");
    await line.getByRole("button", { name: "Quitar" }).press("Enter");
    await expect(line).toBeHidden();
    await page.goto("/");
    await expect(page.locator(".header-phone")).not.toHaveAttribute(
      "href",
      "tel:+529841112233",
    );
  },
);

test(
  "one to four units are printed as one page with plans, facts and totals",
  REST,
  async ({ page }) => {
    await page.goto("/inventario");
    const codes = await firstCodes(page);
    for (const count of [1, 4]) {
      await openComparison(page, "/inventario", codes.slice(0, count));
      await page.emulateMedia({ media: "print" });
      const comparison = page.locator(".compare");
      await expect(comparison.locator("thead svg").first()).toBeVisible();
      await expect(comparison).toContainText("Precio total con IVA");
      await expect(comparison.locator(".compare-date")).toBeVisible();
      for (const part of ["list-actions", ".dialog-close"])
        await expect(comparison.locator(part)).toBeHidden();
      // Nothing is smaller than 9 points, which are 12 px.
      const sizes = await comparison
        .locator("th, td, p, a, span")
        .filter({ visible: true })
        .evaluateAll((all) =>
          all
            .filter(({ textContent }) => textContent)
            .map((element) => parseFloat(getComputedStyle(element).fontSize)),
        );
      expect(Math.min(...sizes)).toBeGreaterThanOrEqual(12);
      for (const format of ["Letter", "A4"]) {
        const paper = await page.pdf({ format, printBackground: true });
        const pages = paper.toString("latin1").match(/\/Type \/Page\b/g);
        expect(pages, `${count} units on ${format}`).toHaveLength(1);
      }
      await page.emulateMedia({ media: null });
    }
  },
);

test("without JavaScript a list is the whole inventory, and nothing promises more", async ({
  browser,
  baseURL,
}) => {
  const page = await browser.newPage({
    baseURL: baseURL!,
    javaScriptEnabled: false,
  });
  await page.goto("/inventario?unidades=O-305,O-310");
  await expect(
    page.locator(".inventory-table tbody th a").first(),
  ).toBeVisible();
  for (const part of [".selection", "selection-bar", ".header-saved"])
    await expect(page.locator(part)).toBeHidden();
  await page.goto("/inventario/O-305");
  await expect(page.locator("unit-tools")).toBeHidden();
  await page.close();
});
