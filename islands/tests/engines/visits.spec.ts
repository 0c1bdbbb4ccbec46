// What a visitor does, in the engine.
import type { EnginePage } from "./engine.ts";
import { address, count, eventually, text } from "./eventually.ts";
import { REST } from "../tiers.ts";
import { expect, test } from "./test.ts";

const DIALOG = "dialog[open]";

/** Goes to a page and starts one of its islands. */
async function openIsland(
  page: EnginePage,
  url: string,
  name: string,
): Promise<void> {
  await page.goto(url);
  const island = `site-island[name=${name}]`;
  await page.evaluate(
    (island) => document.querySelector(island)!.scrollIntoView(),
    island,
  );
  await count(page, `${island}[state=ready]`).toBeGreaterThan(0);
}

test(
  "the selector opens a unit and passes it to the form on the page",
  REST,
  async ({ visit, baseURL }) => {
    const { page, problems } = visit;
    await openIsland(page, `${baseURL}/`, "selector");
    await page.click('.selector-levels label:has([value="3"])');
    await page.click('.selector-list a[data-code="O-301"]');
    await text(page, DIALOG).toContain("O-301");
    await page.press(`${DIALOG} a`, "Escape");
    await count(page, DIALOG).toBe(0);
    await page.press('.selector-list a[data-code="O-301"]', "Enter");
    await page.click(`${DIALOG} a[href*='unidad=']`);
    await count(page, DIALOG).toBe(0);
    await text(page, ".contact-form").toContain("O-301");
    expect(problems).toEqual([]);
  },
);

test(
  "the inventory filters, sorts, reloads, goes back, and keeps its filters in the other language",
  REST,
  async ({ visit, baseURL }) => {
    const { page, problems } = visit;
    const rows = ".inventory-table tbody tr";
    await page.setViewportSize({ width: 1280, height: 850 });
    await openIsland(page, `${baseURL}/inventario`, "inventory");
    await count(page, rows).toBe(69);
    // The filters are visible on a wide screen, in the fold of narrow ones, which WebKit's driver takes for hidden.
    await page.evaluate(() =>
      document.querySelector(".inventory-fold")!.setAttribute("open", ""),
    );
    await page.click(".inventory-check");
    await count(page, `${rows}.is-vendido`).toBe(0);
    await page.click(".col-price button");
    await address(page).toBe("/inventario?disp=1&orden=precio");
    await page.reload();
    await count(page, `${rows}.is-vendido`).toBe(0);
    await page.click("header .language a");
    await address(page).toBe("/en/inventario?disp=1&orden=precio");
    await count(page, `${rows}.is-vendido`).toBe(0);
    await page.goBack();
    await address(page).toBe("/inventario?disp=1&orden=precio");
    expect(problems).toEqual([]);
  },
);

test("the form says what is missing, and sends", async ({ visit, baseURL }) => {
  const { page, problems } = visit;
  await openIsland(page, `${baseURL}/contacto`, "form");
  await page.click(".form-submit");
  await count(page, "[name=name][aria-invalid=true]:focus").toBe(1);
  await fillForm(page);
  await page.click(".form-submit");
  await address(page).toBe("/gracias");
  expect(problems).toEqual([]);
});

test(
  "a form sends whatever an extension has left in the storage",
  REST,
  async ({ engine, baseURL }) => {
    const long = "x".repeat(100_000);
    for (const [local, session] of [
      [5, null],
      [{ values: null, query: 5 }, { draft: null }],
      [
        { values: { utm_campaign: 5, asesor: {}, ad: "a" }, query: [] },
        { draft: { name: { a: 1 }, unit: 5 }, key: {}, units: 5 },
      ],
      [
        { values: { utm_source: long, asesor: "Ana" }, query: long },
        { draft: { message: long, unit: long }, key: long, wish: long },
      ],
    ]) {
      // Anew each time: what a page still loads when it is left ends with an error in Firefox.
      const { page, problems, close } = await engine.visit();
      await page.goto(`${baseURL}/robots.txt`);
      await page.evaluate(
        ([local, session]) => {
          for (const key of ["tracking", "consent", "favourites"])
            localStorage.setItem(key, JSON.stringify(local));
          for (const key of [
            "site-form-contact",
            "site-request",
            "reloaded-at",
          ])
            sessionStorage.setItem(key, JSON.stringify(session));
        },
        [local, session],
      );
      await openIsland(page, `${baseURL}/contacto`, "form");
      await fillForm(page);
      await page.fill("[name=message]", "Hola");
      await page.click(".form-submit");
      await address(page).toBe("/gracias");
      expect(problems).toEqual([]);
      await close();
    }
  },
);

test(
  "the drawer of a phone and the products menu open, and close on Escape",
  REST,
  async ({ visit, baseURL }) => {
    const { page } = visit;
    for (const [width, menu] of [
      [390, "details.drawer"],
      [1280, "header details.menu"],
    ] as const) {
      await page.setViewportSize({ width, height: 850 });
      await page.goto(`${baseURL}/contacto`);
      await page.click(`${menu} > summary`);
      await count(page, `${menu}[open]`).toBe(1);
      await page.press(`${menu} > summary`, "Escape");
      await count(page, `${menu}[open]`).toBe(0);
    }
  },
);

test(
  "nothing is measured before a visitor agrees, and a refusal lasts",
  REST,
  async ({ visit }) => {
    const { page } = visit;
    const origin = process.env.SITE_TRACKED_URL;
    const third = "script[src^=https]";
    await page.goto(`${origin}/contacto`);
    await page.click("section.consent button:nth-of-type(2)");
    await count(page, "section.consent").toBe(0);
    await page.goto(`${origin}/caracteristicas`);
    // Before the script has run, the link in the footer leads to the privacy notice.
    await eventually(page, () => "dataLayer" in window).toBe(true);
    await page.click("footer a[data-consent]");
    await count(page, third).toBe(0);
    await page.click("section.consent button:nth-of-type(1)");
    await count(page, third).toBeGreaterThan(0);
  },
);

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test(
    "each level of the selector can be chosen, and the form sends",
    REST,
    async ({ visit, baseURL }) => {
      const { page } = visit;
      await page.goto(`${baseURL}/`);
      const shown = () =>
        [...document.querySelectorAll(".selector-floor")].map((floor) =>
          floor.checkVisibility(),
        );
      expect(await page.evaluate(shown)).toEqual([true, false, false, false]);
      await page.click('.selector-levels label:has([value="3"])');
      await eventually(page, shown).toEqual([false, false, true, false]);
      await page.goto(`${baseURL}/contacto`);
      await fillForm(page);
      await page.click(".form-submit");
      await address(page).toBe("/gracias");
    },
  );
});

/** Fills in what the form of `/contacto` requires. */
async function fillForm(page: EnginePage): Promise<void> {
  await page.fill("[name=name]", "Ana López");
  await page.fill("[name=phone]", "984 555 0162");
  await page.fill("[name=email]", "ana@example.com");
  for (const name of ["space", "identity"])
    await page.click(`.is-${name} label`);
}
