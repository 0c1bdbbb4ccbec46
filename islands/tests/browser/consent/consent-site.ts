// This site with three third parties configured, built and served by the repository's own command. Their hosts are
// answered here: no request leaves the machine, and `asked` tells which would have.
import { expect, test as base, type BrowserContext, type Page } from "@playwright/test";
import { serveTracked, type TrackedSite } from "./serve.ts";

export { expect };

/** The scripts, by purpose. */
export const SCRIPTS = {
  measurement: "https://www.googletagmanager.com/gtm.js?id=GTM-TEST123",
  heat_map: "https://www.clarity.ms/tag/abcde12345",
  customer_relations: "https://js.hs-scripts.com/12345678.js",
};

/** What the fake scripts do: say that they run, and leave a cookie of theirs. */
const FAKES: Record<string, string> = {
  "www.googletagmanager.com": "_ga=1",
  "www.clarity.ms": "_clck=1",
  "js.hs-scripts.com": "hubspotutk=1",
};

/** Answers all other hosts in this context; the list grows with each request to one of them. */
export async function answerOthers(context: BrowserContext, origin: string): Promise<string[]> {
  const asked: string[] = [];
  await context.route(
    (url) => url.origin !== origin,
    async (route) => {
      const url = new URL(route.request().url());
      asked.push(url.href);
      const cookie = FAKES[url.hostname];
      const body = `window.ran = [...(window.ran ?? []), "${url.hostname}"]; document.cookie = "${cookie}; path=/";`;
      await route.fulfill({ contentType: "text/javascript", body: cookie ? body : "" });
    },
  );
  return asked;
}

export const test = base.extend<{ asked: string[] }, { site: TrackedSite }>({
  site: [
    async ({}, use) => {
      const site = await serveTracked();
      await use(site);
      site.stop();
    },
    { scope: "worker", timeout: 180_000 },
  ],
  baseURL: async ({ site }, use) => use(site.origin),
  // The worker has a test of its own; here it would only hide requests from the routes.
  serviceWorkers: "block",
  asked: async ({ context, site }, use) => use(await answerOthers(context, site.origin)),
});

/** The bar, by the name of its region. */
export const bar = (page: Page) => page.locator("section.consent");

/** The three buttons of the question, by their words in both languages. */
export const press = {
  accept: (page: Page) => bar(page).getByRole("button", { name: /^(Aceptar|Accept)$/ }),
  reject: (page: Page) => bar(page).getByRole("button", { name: /^(Rechazar|Decline)$/ }),
  choose: (page: Page) => bar(page).getByRole("button", { name: /^(Elegir|Choose)$/ }),
  save: (page: Page) => bar(page).getByRole("button", { name: /^(Guardar|Save)$/ }),
};

/** The link in the footer by which a choice is changed. */
export const preferences = (page: Page) => page.locator("footer a[data-consent]");

/** Entries of the data layer as plain values; Google's commands are lists. */
export const layer = (page: Page): Promise<Record<string, unknown>[]> =>
  page.evaluate(() =>
    ((window as unknown as { dataLayer?: object[] }).dataLayer ?? []).map((entry) =>
      Object.prototype.toString.call(entry) === "[object Arguments]"
        ? ({ command: [...(entry as unknown as unknown[])] } as Record<string, unknown>)
        : ({ ...entry } as Record<string, unknown>),
    ),
  );

/** Waits until the consent script runs: its first entry is there. */
export async function ready(page: Page): Promise<void> {
  await expect.poll(async () => (await layer(page)).length).toBeGreaterThan(0);
}

/** Waits until the browser was idle and nothing is under way any more: what would be loaded has been. */
export async function settled(page: Page): Promise<void> {
  await ready(page);
  await page.evaluate(
    () => new Promise((done) => requestIdleCallback(() => requestAnimationFrame(() => setTimeout(done)))),
  );
  await page.waitForLoadState("networkidle");
}
