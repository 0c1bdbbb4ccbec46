// Playwright's `test` for the projects `firefox` and `webkit`: the engine that the project is named after, and Chromium,
// which the project's own `browser` is, to compare with.
import { expect, test as base } from "../browser/test.ts";
import { TEST_TIMEOUT_MS } from "../limits.ts";
import type { Engine, Visit } from "./engine.ts";
import { Gateway } from "./gateway.ts";
import { playwrightEngine, startFirefox } from "./playwright-engine.ts";
import { startWebKit } from "./webkit.ts";

export { expect };

interface WorkerFixtures {
  engine: Engine;
  chromium: Engine;
}

interface TestFixtures {
  /** The built site, behind a server that the test controls. */
  site: Gateway;
  /** Whether the page moves as without a wish for less motion. */
  motion: boolean;
  /** A page in the engine. The options `javaScriptEnabled` and `motion` apply. */
  visit: Visit;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  engine: [
    async ({}, use, { project }) => {
      const engine = await (project.name === "webkit"
        ? startWebKit()
        : startFirefox());
      await use(engine);
      await engine.close();
    },
    { scope: "worker", timeout: TEST_TIMEOUT_MS },
  ],
  // Playwright closes the browser itself.
  chromium: [
    async ({ browser }, use) => use(playwrightEngine(browser)),
    { scope: "worker" },
  ],
  site: async ({ baseURL }, use) => {
    const site = await Gateway.open(baseURL!);
    await use(site);
    site.close();
  },
  motion: [false, { option: true }],
  visit: [
    async ({ engine, javaScriptEnabled, motion }, use) => {
      const visit = await engine.visit({ javaScriptEnabled, motion });
      await use(visit);
      await visit.close();
    },
    { timeout: TEST_TIMEOUT_MS },
  ],
});
