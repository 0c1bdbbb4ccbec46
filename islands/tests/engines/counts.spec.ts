// A visit is counted as it was, in the engine.
import type { EnginePage } from "./engine.ts";
import { count, eventually } from "./eventually.ts";
import { countsOf } from "../browser/counted.ts";
import { REST } from "../tiers.ts";
import { expect, test } from "./test.ts";
import { sendUnitForm } from "./unit-form.ts";

test("a visit yields the exact counts", REST, async ({ visit, site }) => {
  const { page, problems } = visit;
  const counted = () => countsOf(site.requests.map(({ path }) => path));
  await page.setViewportSize({ width: 1280, height: 850 });
  await page.goto(`${site.origin}/inventario?utm_campaign=VERANO`);
  await ready(page, "inventory");
  await expect.poll(counted).toEqual({ "opened inventory VERANO": 1 });
  // From now on a service worker answers for pages: Firefox then gives no referrer.
  await eventually(
    page,
    () => navigator.serviceWorker.controller !== null,
  ).toBe(true);
  await page.evaluate(() => location.assign("/inventario/O-301"));
  await ready(page, "form");
  await sendUnitForm(page);
  await eventually(page, () => document.readyState).toBe("complete");
  await page.goto(`${site.origin}/en/inventario`);
  await ready(page, "inventory");
  await page.evaluate(() =>
    document.querySelector(".inventory-fold")!.setAttribute("open", ""),
  );
  for (let time = 0; time < 2; time++) await page.click(".inventory-check");
  await expect.poll(counted).toEqual({
    "opened inventory VERANO": 1,
    "opened unit VERANO": 1,
    "unit unit VERANO O-301": 1,
    "begun unit VERANO O-301": 1,
    "sent unit VERANO O-301": 1,
    "opened thanks": 1,
    "opened inventory": 1,
    "filter inventory": 1,
  });
  expect(problems).toEqual([]);
});

/** Starts an island of the page. */
async function ready(page: EnginePage, name: string): Promise<void> {
  const island = `site-island[name=${name}]`;
  await count(page, island).toBeGreaterThan(0);
  await page.evaluate(
    (island) => document.querySelector(island)!.scrollIntoView(),
    island,
  );
  await count(page, `${island}[state=ready]`).toBeGreaterThan(0);
}
