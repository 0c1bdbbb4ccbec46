// The page for developers, `/_dev`, in three engines: after a lead and a count it shows where leads go, and what was counted.
import type { Engine, EnginePage } from "./engine.ts";
import { address, count, text } from "./eventually.ts";
import { TEST_TIMEOUT_MS } from "../limits.ts";
import { servePulled } from "../browser/start.ts";
import { REST } from "../tiers.ts";
import { expect, test as base } from "./test.ts";
import { sendUnitForm } from "./unit-form.ts";

/** The origin of the site, with stubs in place of all who receive leads. That of the webhook wants none for an hour. */
const test = base.extend<object, { stubbed: string }>({
  stubbed: [
    async ({}, use) => {
      const answer = {
        call: "webhook",
        mode: "too_many_requests",
        retry_after: 3600,
      };
      const site = await servePulled((put) => put("behaviour", answer));
      await use(site.origin);
      site.stop();
    },
    { scope: "worker", timeout: TEST_TIMEOUT_MS },
  ],
});

/** Name, state and last answer of each channel. */
const channels = (page: EnginePage) =>
  page.evaluate(() => {
    const tables = [...document.querySelectorAll("table")];
    const table = tables.find(
      (table) => table.querySelector("th")?.textContent === "Channel",
    );
    const rows = [...(table?.querySelectorAll("tbody tr") ?? [])];
    return rows.map((row) =>
      [0, 1, 3].map((column) => row.children[column]?.textContent).join(": "),
    );
  });

async function check(engine: Engine, site: string): Promise<void> {
  const { page, problems, close } = await engine.visit();
  await page.setViewportSize({ width: 1280, height: 850 });
  await page.goto(`${site}/inventario/O-301?utm_campaign=VERANO`);
  await page.evaluate(() =>
    document.querySelector("site-island[name=form]")!.scrollIntoView(),
  );
  await count(page, "site-island[name=form][state=ready]").toBeGreaterThan(0);
  await sendUnitForm(page);
  await page.goto(`${site}/_dev`);
  await text(page, "main").toContain("site signs --place valla");
  // Answers arrive after the visitor was thanked.
  await expect
    .poll(async () => {
      await page.reload();
      return channels(page);
    })
    .toEqual([
      "lead: ready: success",
      "contact: ready: success",
      "webhook: paused: the receiver answered with status 429",
      "hubspot: ready: accepted with 200",
    ]);
  await page.click("a[href='/_dev/counts']");
  await address(page).toBe("/_dev/counts");
  await text(page, "body").toContain("VERANO");
  expect(problems).toEqual([]);
  await close();
}

test(
  "channels with their state, counts and signs are shown",
  REST,
  async ({ engine, chromium, stubbed }) => {
    await check(chromium, stubbed);
    await check(engine, stubbed);
  },
);
