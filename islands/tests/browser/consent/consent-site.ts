// The built site with three third parties configured. Their hosts are replaced here: no request leaves the machine, and
// `thirdPartyRequests` records which would have.
import type { BrowserContext, Page } from "@playwright/test";
import { idle, nextFrame } from "../frames.ts";
import { expect, test as base } from "../test.ts";

export { expect };

/** The scripts, by purpose. */
export const SCRIPTS = {
  measurement: "https://www.googletagmanager.com/gtm.js?id=GTM-TEST123",
  heat_map: "https://www.clarity.ms/tag/abcde12345",
  customer_relations: "https://js.hs-scripts.com/12345678.js",
};

/** The cookie that each host's fake script sets. */
const FAKE_COOKIES: Record<string, string> = {
  "www.googletagmanager.com": "_ga=1",
  "www.clarity.ms": "_clck=1",
  "js.hs-scripts.com": "hubspotutk=1",
};

/** Responds for all other hosts in this context; the returned list grows with each request to one of them. */
export async function fakeThirdParties(
  context: BrowserContext,
  origin: string,
): Promise<string[]> {
  const requests: string[] = [];
  await context.route(
    (url) => url.origin !== origin,
    async (route) => {
      const url = new URL(route.request().url());
      requests.push(url.href);
      const cookie = FAKE_COOKIES[url.hostname];
      const body = `window.ran = [...(window.ran ?? []), "${url.hostname}"]; document.cookie = "${cookie}; path=/";`;
      await route.fulfill({
        contentType: "text/javascript",
        body: cookie ? body : "",
      });
    },
  );
  return requests;
}

export const test = base.extend<{ thirdPartyRequests: string[] }>({
  baseURL: async ({}, use) => use(process.env.SITE_TRACKED_URL),
  // The service worker has a test of its own; here it would only hide requests from the routes.
  serviceWorkers: "block",
  thirdPartyRequests: async ({ context, baseURL }, use) =>
    use(await fakeThirdParties(context, baseURL!)),
});

/** The bar, by the name of its region. */
export const bar = (page: Page) => page.locator("section.consent");

/** The buttons of the bar, by their labels in both languages. */
export const press = {
  accept: (page: Page) =>
    bar(page).getByRole("button", { name: /^(Aceptar|Accept)$/ }),
  reject: (page: Page) =>
    bar(page).getByRole("button", { name: /^(Rechazar|Decline)$/ }),
  choose: (page: Page) =>
    bar(page).getByRole("button", { name: /^(Elegir|Choose)$/ }),
  save: (page: Page) =>
    bar(page).getByRole("button", { name: /^(Guardar|Save)$/ }),
};

/** The link in the footer by which a choice is changed. */
export const preferences = (page: Page) =>
  page.locator("footer a[data-consent]");

/** Entries of the data layer as plain values; Google's commands are lists. */
export const layer = (page: Page): Promise<Record<string, unknown>[]> =>
  page.evaluate(() =>
    ((window as unknown as { dataLayer?: object[] }).dataLayer ?? []).map(
      (entry) =>
        Object.prototype.toString.call(entry) === "[object Arguments]"
          ? ({ command: [...(entry as unknown as unknown[])] } as Record<
              string,
              unknown
            >)
          : ({ ...entry } as Record<string, unknown>),
    ),
  );

/** Waits until the consent script has run, which writes the first entry. */
export async function ready(page: Page): Promise<void> {
  await expect.poll(async () => (await layer(page)).length).toBeGreaterThan(0);
}

/** Waits until the browser has been idle and everything that the page requested by then is in the lists of requests. */
export async function settled(page: Page): Promise<void> {
  await ready(page);
  await idle(page);
  await nextFrame(page);
  // Requests reach the network in order: once this one has its response, those before it are recorded.
  await page.evaluate(() =>
    fetch("/favicon.svg", { cache: "no-store" }).then(() => undefined),
  );
}

/** The commands of Consent Mode in the data layer, in their order: `["consent", "default", {...}]`. */
export const commands = async (page: Page) =>
  (await layer(page)).flatMap(({ command }) =>
    command ? [command as [string, string, object]] : [],
  );
