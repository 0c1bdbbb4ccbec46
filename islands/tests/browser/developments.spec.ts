// The developments of examples/ in a browser, each served once: on a phone and on a desktop, with their own colours and fonts,
// plans and texts; and a visitor fills in each kind of form in each language, with and without JavaScript, and the lead function of
// `site serve` accepts it with that development's options. The Rust tests build these developments, check their pages, and post every
// form of every page.
import type { Page } from "@playwright/test";
import { violations } from "./accessibility.ts";
import { htmlProblems, pagesIn } from "./site/html-problems.ts";
import {
  brokenNumbers,
  headerProblems,
  HOME_SECTIONS,
  sideways,
} from "./site/layout-checks.ts";
import { startIslands } from "./site/visits.ts";
import { serveExample, type ServedSite } from "./start.ts";
import { REST } from "../tiers.ts";
import { expect, test } from "./test.ts";

/** A phone, a desktop, and widths at which a header with a long name or a table with many columns has little room. */
const WIDTHS = [390, 768, 960, 1024, 1025, 1280, 1366, 1440];

/** The sections of the tower's own home page. */
const TOWER_SECTIONS = [
  /tower/,
  /availability/,
  /products/,
  /intro/,
  /benefits/,
  /amenities/,
  /milestones/,
  /builder/,
  /contact/,
  /showroom/,
];

const PARK_SECTIONS = [
  /opening/,
  /intro/,
  /benefits/,
  /products/,
  /availability/,
  /builder/,
  /contact/,
  /showroom/,
];

/** Opens pages at these widths; the home page has these sections, and `look` checks each of them. */
async function visit(
  page: Page,
  site: ServedSite,
  paths: string[],
  sections: RegExp[],
  look: (path: string) => Promise<void>,
) {
  const { origin } = site;
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on(
    "console",
    (message) => message.type() === "error" && errors.push(message.text()),
  );
  for (const path of paths) {
    await page.goto(origin + path);
    if (path === "/")
      await expect(page.locator("main > section")).toHaveClass(sections);
    await startIslands(page);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 844 });
      expect(await sideways(page), `${path} at ${width} px`).toEqual([]);
      expect(await brokenNumbers(page), `${path} at ${width} px`).toEqual([]);
      // The phone's menu has the number.
      if (width > 390)
        expect(await headerProblems(page), `${path} at ${width} px`).toEqual(
          [],
        );
    }
    await look(path);
  }
  expect(errors).toEqual([]);
}

interface FoundForm {
  path: string;
  kind: string;
}

/** The first page with each kind of form in each language. */
async function findForms(origin: string): Promise<FoundForm[]> {
  const sitemap = await (await fetch(`${origin}/sitemap.xml`)).text();
  const paths = [
    ...sitemap.matchAll(/<loc>https?:\/\/[^/<]+([^<]*)<\/loc>/g),
  ].map(([, path]) => path || "/");
  const found = new Map<string, FoundForm>();
  for (const path of paths) {
    const html = await (await fetch(origin + path)).text();
    const lang = /<html[^>]* lang="?([\w-]+)/.exec(html)?.[1];
    for (const [, kind] of html.matchAll(/name="?form"? value="?(\w+)/g)) {
      const key = `${lang} ${kind}`;
      if (!found.has(key)) found.set(key, { path, kind: kind! });
    }
  }
  return [...found.values()];
}

async function send(
  page: Page,
  origin: string,
  { path, kind }: FoundForm,
  hasScript: boolean,
): Promise<void> {
  await page.goto(origin + path);
  const form = page.locator(`form:has([name=form][value=${kind}])`);
  await form.scrollIntoViewIfNeeded();
  if (hasScript) await expect(form).toHaveAttribute("novalidate");
  await form.locator("[name=name]").fill("Ana López");
  await form.locator("[name=phone]").fill("984 555 0162");
  await form.locator("[name=email]").fill("ana@example.com");
  for (const group of await form.getByRole("radiogroup").all())
    await group.getByRole("radio").first().check();
  const answer = page.waitForResponse(
    (response) => response.request().method() === "POST",
  );
  await form.locator(".form-submit").click();
  expect((await answer).status(), `${kind} on ${path}`).toBe(
    hasScript ? 200 : 303,
  );
  await page.waitForURL(/gracias|thank-you|obrigado/);
}

/** Each form of the development that `origin` serves is accepted. */
function testForms(origin: () => string): void {
  for (const hasScript of [true, false])
    test.describe(
      hasScript ? "with JavaScript" : "without JavaScript",
      REST,
      () => {
        test.use({ javaScriptEnabled: hasScript });

        test("each form is accepted", async ({ page }) => {
          const forms = await findForms(origin());
          expect(forms.map(({ kind }) => kind)).toEqual(
            expect.arrayContaining(["contact", "unit"]),
          );
          for (const form of forms) await send(page, origin(), form, hasScript);
        });
      },
    );
}

/** Serves a development of examples/ to the tests of a describe block, with those of its forms (see `testForms`). */
function served(name: string): () => ServedSite {
  let site: ServedSite | undefined;
  // In one process, so that one server serves them.
  test.describe.configure({ mode: "default" });
  test.beforeAll(async () => {
    site = await serveExample(name);
  });
  test.afterAll(() => site?.stop());
  testForms(() => site!.origin);
  test("every page is valid HTML", REST, async () => {
    const { folder } = site!;
    expect(await htmlProblems(folder, pagesIn(folder))).toEqual([]);
  });
  return () => site!;
}

test.describe("the tower", () => {
  const site = served("torre");

  test(
    "the tower has nine levels to choose from, an L-shaped plan, and its own look",
    REST,
    async ({ page }) => {
      await visit(
        page,
        site(),
        ["/", "/en/inventory/O-901", "/inventario", "/contacto"],
        TOWER_SECTIONS,
        async (path) => {
          expect(await violations(page), path).toEqual([]);
          await expect(page.locator("h1")).toHaveCSS(
            "font-family",
            /^"Space Grotesk"/,
          );
          if (path === "/") {
            const levels = page.locator(".selector-levels label");
            await expect(levels).toHaveCount(9);
            await levels.last().click();
            await expect(
              page.locator(".selector a[href='/inventario/O-901']").first(),
            ).toBeVisible();
          }
          if (path === "/inventario") {
            await expect(page.locator(".inventory-table tbody tr")).toHaveCount(
              84,
            );
            // Two prices, each with its tax, end before the buttons of their row.
            await page.setViewportSize({ width: 360, height: 844 });
            const room = await page
              .locator(".inventory-table tbody tr")
              .evaluateAll((rows) =>
                rows.map((row) => {
                  const price = row.querySelector(".col-price")!;
                  const end =
                    price.getBoundingClientRect().left + price.scrollWidth;
                  return (
                    row.querySelector("button")!.getBoundingClientRect().left -
                    end
                  );
                }),
              );
            expect(Math.min(...room)).toBeGreaterThanOrEqual(0);
          }
          if (path === "/contacto")
            await expect(
              page.getByRole("radio", { name: "Local comercial" }),
            ).toBeVisible();
          if (path === "/en/inventory/O-901") {
            const values = page.locator(".unit-facts dd");
            await expect(values.nth(0)).toHaveText("To be confirmed. Ask us");
            await expect(values.nth(1)).toHaveText("1 space for every 50 m²");
            const message = decodeURIComponent(
              (await values.nth(0).locator("a").getAttribute("href"))!,
            );
            expect(message).toContain("O-901");
            expect(message).toContain("Delivery");
          }
        },
      );
    },
  );
});

test.describe("the park", () => {
  const site = served("parque");

  test(
    "the park shows rents, sales and land on a site plan",
    REST,
    async ({ page }) => {
      const phone = { width: 390, height: 844 };
      const laptop = { width: 1280, height: 800 };
      const height = async (selector: string) =>
        (await page.locator(selector).first().boundingBox())!.height;
      await visit(
        page,
        site(),
        [
          "/",
          "/inventario",
          "/inventario/N1-01",
          "/inventario/N2-03",
          "/inventario/L-01",
        ],
        PARK_SECTIONS,
        async (path) => {
          await page.setViewportSize(phone);
          expect(await violations(page), path).toEqual([]);
          if (path === "/") {
            // The hint is not on the plan.
            const covered = await page
              .locator(".plan-hint")
              .first()
              .evaluate((hint) => {
                const shape = hint.nextElementSibling!.querySelector("a")!;
                return (
                  hint.getBoundingClientRect().bottom -
                  shape.getBoundingClientRect().top
                );
              });
            expect(covered).toBeLessThanOrEqual(0);
            await page.locator(".site-list a[href='#lotes']").click();
            await expect(page.locator("#lotes-nivel-1")).toBeInViewport();
            await page.setViewportSize(laptop);
            // Of a narrow, deep park too.
            await page
              .locator(".site-plan svg")
              .evaluate((plan) => plan.setAttribute("viewBox", "0 0 900 2700"));
            expect(await height(".site-plan svg")).toBeLessThanOrEqual(
              0.8 * laptop.height,
            );
            return;
          }
          if (path === "/inventario") {
            const rows = page.locator(".inventory-table tbody tr");
            await expect(rows).toHaveCount(12);
            await expect(page.getByLabel("Nivel")).toHaveCount(0);
            for (const size of [phone, laptop]) {
              await page.setViewportSize(size);
              await page.getByRole("radio", { name: "Plano" }).check();
              await expect(
                page.locator(".inventory-plans section"),
              ).toHaveCount(4);
              const site = page.locator(".inventory-site");
              await expect(site.locator(".site-building")).toHaveCount(4);
              expect(await sideways(page)).toEqual([]);
              await site.locator(".site-list a[href='#lotes']").click();
              await expect(page.locator("section#lotes")).toBeInViewport();
              await page.getByRole("radio", { name: "Lista" }).check();
            }
            return;
          }
          await expect(page.locator(".site-place .plan-marked")).toBeVisible();
          const wishes = page.locator("[name=wish]");
          await expect(wishes.first()).toBeAttached();
          await expect(page.locator("[name=wish][value=plan]")).toHaveCount(0);
        },
      );
      const { origin } = site();
      await send(
        page,
        origin,
        { path: "/inventario/N1-01", kind: "unit" },
        true,
      );
    },
  );
});

test.describe("the apartments", REST, () => {
  const site = served("residencial");

  test("the apartments are in one language, without tax", async ({ page }) => {
    await visit(
      page,
      site(),
      ["/", "/inventario/D-501", "/inventario"],
      HOME_SECTIONS,
      async (path) => {
        expect(await violations(page), path).toEqual([]);
        await expect(page.locator("[hreflang=en]")).toHaveCount(0);
        if (path === "/inventario/D-501")
          await expect(page.locator("main")).not.toContainText("IVA");
      },
    );
    const rows = page.locator(".inventory-table tbody tr");
    await page.getByText(/^Más filtros/).click();
    await page.getByRole("combobox", { name: "Recámaras" }).selectOption("3+");
    await expect(rows).toHaveCount(5);
    await expect(page).toHaveURL(/\?campo_bedrooms=3$/);
    await page.reload();
    await expect(rows).toHaveCount(5);
    await page.getByRole("button", { name: "Limpiar filtros" }).click();
    await page.getByText(/^Más filtros/).click();
    const all = await rows.count();
    const side = page.getByRole("combobox", { name: "Da a" });
    await side.selectOption("Calle (sur)");
    const most = "Distancia a elevadores (m), máx.";
    await page.getByRole("textbox", { name: most }).fill("5");
    await expect(page).toHaveURL(/campo_facing=street_s&campo_to_lifts=-5$/);
    const near = await rows.count();
    expect(near).toBeGreaterThan(0);
    expect(near).toBeLessThan(all / 2);
    await page.reload();
    await expect(rows).toHaveCount(near);
    await page.getByRole("button", { name: "Limpiar filtros" }).click();
    await page.getByRole("button", { name: "Recámaras" }).click();
    await expect(rows.first()).toContainText("D-104");
    await page.getByRole("link", { name: "D-104" }).click();
    await expect(page.locator(".fields")).toContainText("Recámaras1");
    const name = page.locator(".header .wordmark");
    await name.evaluate((element) => {
      element.textContent =
        "Edifício Corporativo São João do Rio Vermelho Norte e Sul";
      element.classList.add("is-long");
    });
    for (const width of [320, ...WIDTHS]) {
      await page.setViewportSize({ width, height: 844 });
      const [cut, box] = await name.evaluate((element) => [
        element.scrollHeight - element.clientHeight,
        element.clientHeight,
      ]);
      expect(cut, `a long name at ${width} px`).toBeLessThanOrEqual(1);
      expect(box).toBeLessThan(60);
      if (width >= 768)
        expect(
          await headerProblems(page),
          `a long name at ${width} px`,
        ).toEqual([]);
    }
    // One column more than fits: the head of the table is above its first row.
    await page.goto(`${site().origin}/inventario`);
    const covered = await page
      .locator(".inventory-table")
      .evaluate(({ rows: [...all] }: HTMLTableElement) => {
        for (const row of all) row.append(row.cells[0]!.cloneNode(true));
        const [head, first] = all.map((row) =>
          row.cells[0]!.getBoundingClientRect(),
        );
        return head!.bottom - first!.top;
      });
    expect(covered).toBeLessThan(1);
    // Without a drawing beside it, the name of an amenity is as wide as its text.
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(site().origin);
    const widths = await page
      .locator(".plate > *")
      .evaluateAll((parts) => parts.map((part) => part.clientWidth));
    expect(new Set(widths).size).toBe(1);
  });
});
