// A choice made in another tab, or while the page was in the back/forward cache.
import { holdRequests } from "../held-requests.ts";
import {
  SCRIPTS,
  bar,
  commands,
  expect,
  preferences,
  press,
  settled,
  test,
} from "./consent-site.ts";
import { REST } from "../../tiers.ts";

test("a choice in one tab closes the bar in another, and a withdrawal offers a reload there", async ({
  page,
  context,
  thirdPartyRequests,
}) => {
  await page.goto("/");
  await expect(bar(page)).toBeVisible();
  const other = await context.newPage();
  await other.goto("/contacto");
  await press.accept(other).click();
  await expect(bar(page)).toHaveCount(0);
  await expect.poll(() => thirdPartyRequests.length).toBe(6);
  await preferences(page).click();
  await press.reject(page).click();
  await expect(
    bar(other).getByRole("button", { name: "Recargar" }),
  ).toBeVisible();
  expect((await commands(other)).at(-1)![2]).toMatchObject({
    ad_storage: "denied",
  });
});

test(
  "a bar that arrives after the choice in another tab is not shown",
  REST,
  async ({ page, context, thirdPartyRequests }) => {
    const release = await holdRequests(page, "**/data/consent-es.json");
    const requested = page.waitForRequest("**/data/consent-es.json");
    await page.goto("/");
    await requested;
    const other = await context.newPage();
    await other.goto("/contacto");
    await press.accept(other).click();
    await expect.poll(() => thirdPartyRequests.length).toBe(6);
    const styled = page.waitForResponse(/consent-\w+\.css$/);
    release();
    await styled;
    await settled(page);
    await expect(bar(page)).toHaveCount(0);
  },
);

test(
  "a page restored from the back/forward cache applies the choice made meanwhile",
  REST,
  async ({ page, thirdPartyRequests }) => {
    await page.goto("/");
    await expect(bar(page)).toBeVisible();
    const version = await page.evaluate(async () => {
      const script = document.querySelector<HTMLMetaElement>(
        'meta[name="site-consent"]',
      )!.content;
      return /"version":"(\w+)"/.exec(
        (await (await fetch(script)).text()).replaceAll("\\", ""),
      )![1];
    });
    await page.evaluate((made) => {
      localStorage.setItem(
        "consent",
        JSON.stringify({
          version: made,
          date: "2026-11-21",
          grants: { customer_relations: true },
        }),
      );
      dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
    }, version);
    await expect(bar(page)).toHaveCount(0);
    await expect
      .poll(() => thirdPartyRequests)
      .toEqual([SCRIPTS.customer_relations]);
  },
);
