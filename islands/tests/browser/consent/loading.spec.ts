// When third parties are loaded, and when not (S26).
import type { Page } from "@playwright/test";
import {
  SCRIPTS,
  commands,
  fakeThirdParties,
  bar,
  expect,
  layer,
  preferences,
  press,
  settled,
  test,
} from "./consent-site.ts";
import { REST } from "../../tiers.ts";

const ALL = Object.values(SCRIPTS).sort();
const storedChoice = (page: Page) =>
  page.evaluate(
    () =>
      JSON.parse(localStorage.getItem("consent") ?? "null") as {
        grants: object;
      } | null,
  );

test("before the choice nothing is requested, and Consent Mode denies all", async ({
  page,
  context,
  thirdPartyRequests,
}) => {
  await page.goto("/");
  await expect(bar(page)).toBeVisible();
  await settled(page);
  expect(thirdPartyRequests).toEqual([]);
  expect(await context.cookies()).toEqual([]);
  const [[name, what, mode] = [], ...others] = await commands(page);
  expect([name, what]).toEqual(["consent", "default"]);
  expect(mode).toMatchObject({
    ad_storage: "denied",
    ad_user_data: "denied",
    ad_personalization: "denied",
    analytics_storage: "denied",
  });
  expect(others).toEqual([]);
});

test("a refusal loads nothing, here and on the next page, and the bar does not return", async ({
  page,
  thirdPartyRequests,
}) => {
  await page.goto("/");
  await press.reject(page).click();
  await expect(bar(page)).toHaveCount(0);
  await page.goto("/en/inventario");
  await settled(page);
  await expect(bar(page)).toHaveCount(0);
  expect(thirdPartyRequests).toEqual([]);
  expect((await commands(page)).map(([, what]) => what)).toEqual([
    "default",
    "update",
  ]);
  expect((await storedChoice(page))!.grants).toEqual({
    measurement: false,
    heat_map: false,
    customer_relations: false,
  });
});

test("a consent loads each script once, after the update; the next page shows no bar", async ({
  page,
  thirdPartyRequests,
}) => {
  const errors: string[] = [];
  const requests: string[] = [];
  page.on(
    "console",
    (message) => message.type() === "error" && errors.push(message.text()),
  );
  page.on("request", (request) => requests.push(request.url()));
  await page.goto("/contacto");
  await press.accept(page).click();
  await expect.poll(() => [...thirdPartyRequests].sort()).toEqual(ALL);
  const entries = await layer(page);
  const update = entries.findIndex(
    ({ command }) => (command as string[])?.[1] === "update",
  );
  expect(update).toBeGreaterThan(0);
  expect(entries.findIndex((entry) => "gtm.start" in entry)).toBeGreaterThan(
    update,
  );
  expect((await commands(page))[1]![2]).toMatchObject({
    ad_storage: "granted",
    analytics_storage: "granted",
    ad_user_data: "granted",
    ad_personalization: "denied",
  });

  requests.length = 0;
  thirdPartyRequests.length = 0;
  await page.goto("/inversionistas");
  await expect.poll(() => [...thirdPartyRequests].sort()).toEqual(ALL);
  await settled(page);
  await expect(bar(page)).toHaveCount(0);
  expect(
    requests.filter((url) =>
      /\/bar-|\/data\/consent|consent-.*\.css/.test(url),
    ),
  ).toEqual([]);
  expect(errors).toEqual([]);
  // Third parties do not delay the page.
  const early = await page.evaluate(() => {
    const [page] = performance.getEntriesByType(
      "navigation",
    ) as PerformanceNavigationTiming[];
    const others = performance
      .getEntriesByType("resource")
      .filter(({ name }) => !name.startsWith(origin));
    return others
      .filter(({ startTime }) => startTime < page!.loadEventStart)
      .map(({ name }) => name);
  });
  expect(early).toEqual([]);
});

test(
  "each purpose can be chosen on its own",
  REST,
  async ({ page, thirdPartyRequests }) => {
    await page.goto("/");
    await press.choose(page).click();
    await expect(bar(page).getByRole("checkbox")).toHaveCount(3);
    for (const box of await bar(page).getByRole("checkbox").all())
      await expect(box).not.toBeChecked();
    await bar(page)
      .getByRole("checkbox", { name: /Mapa de calor.*Microsoft Clarity/ })
      .check();
    await press.save(page).click();
    await expect.poll(() => thirdPartyRequests).toEqual([SCRIPTS.heat_map]);
    await settled(page);
    expect(thirdPartyRequests).toEqual([SCRIPTS.heat_map]);
    expect((await commands(page)).at(-1)![2]).toMatchObject({
      ad_storage: "denied",
      analytics_storage: "denied",
    });
    expect(
      await page.evaluate(
        () =>
          (window as unknown as { clarity: { q: IArguments[] } }).clarity.q
            .length,
      ),
    ).toBe(1);
  },
);

test("a withdrawal denies, removes the cookies, and offers the reload that stops running scripts", async ({
  page,
  context,
  thirdPartyRequests,
}) => {
  await page.goto("/contacto");
  await press.accept(page).click();
  const names = async () =>
    (await context.cookies()).map(({ name }) => name).sort();
  await expect.poll(names).toEqual(["_clck", "_ga", "hubspotutk"]);
  await preferences(page).click();
  for (const box of await bar(page).getByRole("checkbox").all())
    await expect(box).toBeChecked();
  await bar(page)
    .getByRole("checkbox", { name: /Medición/ })
    .uncheck();
  await press.save(page).click();
  await expect(
    bar(page).getByRole("button", { name: "Recargar" }),
  ).toBeVisible();
  expect(await names()).toEqual(["_clck", "hubspotutk"]);
  expect((await commands(page)).at(-1)![2]).toMatchObject({
    ad_storage: "denied",
    functionality_storage: "granted",
  });
  thirdPartyRequests.length = 0;
  await bar(page).getByRole("button", { name: "Recargar" }).click();
  await expect
    .poll(() => thirdPartyRequests.sort())
    .toEqual([SCRIPTS.heat_map, SCRIPTS.customer_relations].sort());
  await settled(page);
  expect(thirdPartyRequests).toHaveLength(2);
  await expect(bar(page)).toHaveCount(0);
});

test("Global Privacy Control is a refusal without a question, which the visitor may change", async ({
  page,
  thirdPartyRequests,
}) => {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, "globalPrivacyControl", {
      value: true,
      configurable: true,
    }),
  );
  await page.goto("/");
  await settled(page);
  await expect(bar(page)).toHaveCount(0);
  expect(thirdPartyRequests).toEqual([]);
  expect(await storedChoice(page)).toBeNull();
  await preferences(page).click();
  await expect(bar(page)).toContainText("Global Privacy Control");
  await press.accept(page).click();
  await expect.poll(() => [...thirdPartyRequests].sort()).toEqual(ALL);
});

test(
  "a choice for other third parties or another notice is not valid: the bar asks again",
  REST,
  async ({ page, thirdPartyRequests }) => {
    await page.addInitScript(() =>
      localStorage.setItem(
        "consent",
        JSON.stringify({
          version: "old",
          date: "2026-01-01",
          grants: { measurement: true },
        }),
      ),
    );
    await page.goto("/");
    await expect(bar(page)).toBeVisible();
    expect(thirdPartyRequests).toEqual([]);
  },
);

test(
  "without storage the choice is valid for the page view",
  REST,
  async ({ page, thirdPartyRequests }) => {
    await page.addInitScript(() => {
      const refuse = () => {
        throw new DOMException("off", "SecurityError");
      };
      Object.assign(Storage.prototype, { getItem: refuse, setItem: refuse });
    });
    await page.goto("/");
    await press.accept(page).click();
    await expect.poll(() => thirdPartyRequests.length).toBe(3);
    await expect(bar(page)).toHaveCount(0);
    await page.goto("/contacto");
    await expect(bar(page)).toBeVisible();
    expect(thirdPartyRequests).toHaveLength(3);
  },
);

test(
  "the link to the preferences leads to the notice when the bar cannot be loaded",
  REST,
  async ({ page }) => {
    await page.addInitScript(() =>
      Object.defineProperty(navigator, "globalPrivacyControl", {
        value: true,
        configurable: true,
      }),
    );
    await page.route("**/data/consent-es.json", (route) =>
      route.fulfill({ status: 503 }),
    );
    await page.goto("/contacto");
    await settled(page);
    await preferences(page).click();
    await page.waitForURL("**/aviso-de-privacidad");
  },
);

test("without JavaScript there is no bar and no third party; the link leads to the notice", async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    baseURL: baseURL!,
  });
  const thirdPartyRequests = await fakeThirdParties(context, baseURL!);
  const page = await context.newPage();
  await page.goto("/en");
  await expect(bar(page)).toHaveCount(0);
  await expect(preferences(page)).toHaveText("Cookie preferences");
  await preferences(page).click();
  await page.waitForURL("**/en/aviso-de-privacidad");
  expect(thirdPartyRequests).toEqual([]);
  await context.close();
});

test(
  "the service worker neither stores nor serves third parties",
  REST,
  async ({ browser, baseURL }) => {
    const context = await browser.newContext({
      serviceWorkers: "allow",
      baseURL: baseURL!,
    });
    await fakeThirdParties(context, baseURL!);
    const page = await context.newPage();
    await page.goto("/contacto");
    await page.waitForFunction(() => navigator.serviceWorker.controller);
    await press.accept(page).click();
    await expect(bar(page)).toHaveCount(0);
    await page.goto("/inversionistas");
    await settled(page);
    const stored = await page.evaluate(async () => {
      const names = await caches.keys();
      const lists = await Promise.all(
        names.map(async (name) => (await caches.open(name)).keys()),
      );
      return lists.flat().map(({ url }) => url);
    });
    expect(stored.length).toBeGreaterThan(0);
    expect(stored.filter((url) => !url.startsWith(baseURL!))).toEqual([]);
    await context.close();
  },
);
