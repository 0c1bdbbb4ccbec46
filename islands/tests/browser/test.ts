// Playwright's `test` with what all spec files share. Every worker fixture is declared here: Playwright starts another
// worker, with another browser, for each different set of them.
import { expect, test as base } from "@playwright/test";
import { TEST_TIMEOUT_MS } from "../limits.ts";
import {
  bundleSampleIslands,
  bundleSiteIslands,
  type SiteBundle,
} from "./bundle.ts";
import { visit, type Device, type Visit } from "./site/visits.ts";
import { Project, servePulled } from "./start.ts";

interface WorkerFixtures {
  /** The site's own islands, bundled once per worker. */
  siteIslands: SiteBundle;
  /** The sample islands, bundled once per worker. */
  sampleIslands: SiteBundle;
  /** A copy of this project that a test may edit, served as an editor serves it. */
  edited: { project: Project; origin: string };
  /** The address of this site, pulled from a platform whose list lacks bathrooms and typologies; `DETAILS` are its details. */
  pulled: string;
}

/** Bathrooms and typology as the details of two units have them; those of the second are unknown. */
export const DETAILS = {
  "O-301": { bathrooms: 9, typology: "Ático & Co" },
  "O-302": { bathrooms: null, typology: null },
};

interface TestFixtures {
  /** Visits a page of the built site, once in a test. */
  visitPage: (device: Device, url: string) => Promise<Visit>;
}

export { expect };

/** `baseURL` is the address of the built site, unless a spec's own `test` replaces it. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  baseURL: async ({}, use) => use(process.env.SITE_URL),
  siteIslands: [
    async ({}, use) => use(await bundleSiteIslands()),
    { scope: "worker" },
  ],
  sampleIslands: [
    async ({}, use) => use(await bundleSampleIslands()),
    { scope: "worker" },
  ],
  edited: [
    async ({}, use) => {
      const project = new Project(["content", "templates", "islands/src"]);
      project.write(
        "site.yaml",
        (text) =>
          `${text}\neditor: { backend: github, repo: owner/site, branch: main }\n`,
      );
      const site = await project.serve([
        "--offline",
        "--editor-url",
        "vscode://file{path}:{line}:{column}",
      ]);
      await use({ project, origin: site.origin });
      site.stop();
    },
    { scope: "worker", timeout: TEST_TIMEOUT_MS },
  ],
  pulled: [
    async ({}, use) => {
      const site = await servePulled(async (put) => {
        for (const [code, detail] of Object.entries(DETAILS))
          await put(`units/${code}`, detail);
        await put("behaviour", { call: "property/list", mode: "incomplete" });
      });
      await use(site.origin);
      site.stop();
    },
    { scope: "worker", timeout: TEST_TIMEOUT_MS },
  ],
  visitPage: async ({ browser }, use) => {
    let visited: Visit | undefined;
    await use(
      async (device, url) => (visited = await visit(browser, device, url)),
    );
    await visited?.page.context().close();
  },
});
