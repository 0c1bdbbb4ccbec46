// What is written to the data layer: each action once, only after consent, and nothing about the person.
import type { Page } from "@playwright/test";
import { firstIf, REST } from "../../tiers.ts";
import { FormPage } from "../forms/form-page.ts";
import { holdRequests } from "../held-requests.ts";
import { bar, expect, layer, press, ready, test } from "./consent-site.ts";

const NAMES = [
  "lead_sent",
  "brochure_downloaded",
  "unit_viewed",
  "whatsapp_pressed",
  "phone_pressed",
];

/** The events of the site, without those of third parties. */
const siteEvents = async (page: Page) =>
  (await layer(page)).filter(({ event }) => NAMES.includes(event as string));

test.beforeEach(async ({ page, thirdPartyRequests }) => {
  expect(thirdPartyRequests).toEqual([]);
  // Clicks on links that leave the page count, but do not navigate.
  await page.addInitScript(() =>
    addEventListener("click", (event) => {
      const link = (event.target as Element).closest("a");
      if (
        link &&
        (/^(tel:|https:\/\/wa\.me)/.test(link.href) ||
          link.download !== "" ||
          /\.pdf$/.test(link.pathname))
      )
        event.preventDefault();
    }),
  );
});

async function accept(page: Page): Promise<void> {
  await press.accept(page).click();
  await expect(bar(page)).toHaveCount(0);
}

test(
  "a unit's page: the view, and questions by WhatsApp and by phone",
  REST,
  async ({ page }) => {
    await page.goto("/inventario/O-301?utm_source=feria&utm_campaign=otono");
    await accept(page);
    const context = {
      page: "/inventario/O-301",
      unit: "O-301",
      utm_source: "feria",
      utm_campaign: "otono",
    };
    expect(await siteEvents(page)).toEqual([
      { event: "unit_viewed", place: "page", ...context },
    ]);
    await page.locator(".floating-whatsapp").focus();
    await page.keyboard.press("Enter");
    await page.locator("footer a[href^='tel:']").first().click();
    expect((await siteEvents(page)).slice(1)).toEqual([
      { event: "whatsapp_pressed", place: "floating", ...context },
      { event: "phone_pressed", place: "footer", ...context },
    ]);
  },
);

test("a unit's dialog: a view at each opening", REST, async ({ page }) => {
  await page.goto("/inventario?vista=plano");
  await accept(page);
  expect(await siteEvents(page)).toEqual([]);
  const unit = page.locator('svg [data-code="O-301"]').first();
  await unit.click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toBeVisible();
  await dialog.locator("a[href^='https://wa.me']").click();
  const view = {
    event: "unit_viewed",
    page: "/inventario",
    unit: "O-301",
    place: "dialog",
  };
  await expect
    .poll(() => siteEvents(page))
    .toEqual([
      view,
      {
        event: "whatsapp_pressed",
        page: "/inventario",
        unit: "O-301",
        place: "unit",
      },
    ]);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await unit.click();
  await expect(dialog).toBeVisible();
  await expect.poll(async () => (await siteEvents(page)).length).toBe(3);
  expect((await siteEvents(page))[2]).toEqual(view);
});

test("a lead: its reference, and nothing about the person", async ({
  page,
}) => {
  const PERSON = {
    name: "Ana Pérez Luna",
    phone: "9845550199",
    email: "ana.perez@correo.example",
    message: "Busco 60 metros",
  };
  await page.route("**/api/leads", (route) =>
    route.fulfill({ json: { reference: "0123456789abcdef", message: "ok" } }),
  );
  await new FormPage(page).holdThanks();
  await page.goto("/contacto?nombre=Ana");
  await accept(page);
  const form = page.locator("form.island-form");
  await expect(page.locator("site-island[state=ready]")).toBeVisible();
  for (const [name, value] of Object.entries(PERSON))
    await form.locator(`[name=${name}]`).fill(value);
  await form.locator("[name=space]").first().check();
  await form.locator("[name=identity]").first().check();
  await form.locator("button[type=submit]").click();
  await expect.poll(() => siteEvents(page)).toHaveLength(1);
  const whole = JSON.stringify(await layer(page));
  expect(await siteEvents(page)).toEqual([
    {
      event: "lead_sent",
      page: "/contacto",
      form: "contact",
      reference: "0123456789abcdef",
    },
  ]);
  for (const value of Object.values(PERSON)) expect(whole).not.toContain(value);
  expect(whole).not.toContain("Ana");
});

for (const [answer, measurement] of [
  ["accept", "on"],
  ["reject", undefined],
] as const) {
  test(
    `the lead of a click on an ad says whether measurement is allowed: ${answer}`,
    firstIf(answer === "accept"),
    async ({ page }) => {
      const form = new FormPage(page);
      await form.holdThanks();
      const posts: Record<string, unknown>[] = [];
      await page.route("**/api/leads", (route) => {
        posts.push(route.request().postDataJSON() as Record<string, unknown>);
        return route.fulfill({
          json: { reference: "0123456789abcdef", message: "ok" },
        });
      });
      await page.goto("/contacto?gclid=Cj0KCQ-1_a");
      await press[answer](page).click();
      await expect(page.locator("site-island[state=ready]")).toBeVisible();
      const fields = page.locator("form.island-form");
      for (const [name, value] of Object.entries({
        name: "Ana",
        phone: "9845550199",
        email: "ana@correo.example",
      }))
        await fields.locator(`[name=${name}]`).fill(value);
      await fields.locator("[name=space]").first().check();
      await fields.locator("[name=identity]").first().check();
      await fields.locator("button[type=submit]").click();
      await expect.poll(() => posts).toHaveLength(1);
      expect(posts[0]).toMatchObject({ tracking: { gclid: "Cj0KCQ-1_a" } });
      expect(posts[0]!.measurement).toBe(measurement);
    },
  );
}

test(
  "a download of the brochure, and of no other file",
  REST,
  async ({ page }) => {
    await page.goto("/brochure#gracias");
    await accept(page);
    await page.locator("#gracias a[href$='.pdf']").click();
    expect(await siteEvents(page)).toEqual([
      { event: "brochure_downloaded", page: "/brochure" },
    ]);
    await page.goto("/inventario/O-301");
    await ready(page);
    await page.locator(".unit a[href^='/pdf/unidades/']").click();
    expect((await siteEvents(page)).map(({ event }) => event)).toEqual([
      "unit_viewed",
    ]);
  },
);

test(
  "actions before the script arrived and before the choice are written once, in order",
  REST,
  async ({ page }) => {
    const release = await holdRequests(page, "**/assets/consent-*.js");
    await page.goto("/contacto");
    await page.locator(".floating-whatsapp").click();
    release();
    await expect(bar(page)).toBeVisible();
    await page.locator("footer a[href^='tel:']").first().click();
    expect(await siteEvents(page)).toEqual([]);
    await accept(page);
    expect((await siteEvents(page)).map(({ event }) => event)).toEqual([
      "whatsapp_pressed",
      "phone_pressed",
    ]);
  },
);

test(
  "nothing is written after a refusal, and a later consent writes nothing from before",
  REST,
  async ({ page }) => {
    await page.goto("/inventario/O-301");
    await page.locator(".floating-whatsapp").click();
    await press.reject(page).click();
    await page.locator(".floating-whatsapp").click();
    expect(await siteEvents(page)).toEqual([]);
    await page.locator("footer a[data-consent]").click();
    await accept(page);
    expect(await siteEvents(page)).toEqual([]);
    await page.locator(".floating-whatsapp").click();
    expect(await siteEvents(page)).toHaveLength(1);
  },
);

test(
  "nothing is written without the purpose of measurement",
  REST,
  async ({ page }) => {
    await page.goto("/contacto");
    await press.choose(page).click();
    await bar(page)
      .getByRole("checkbox", { name: /Mapa de calor/ })
      .check();
    await press.save(page).click();
    await page.locator(".floating-whatsapp").click();
    expect(await siteEvents(page)).toEqual([]);
  },
);
