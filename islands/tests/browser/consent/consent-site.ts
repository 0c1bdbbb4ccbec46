// This site with three third parties configured, built and served by the repository's own command. Their hosts are
// answered here: no request leaves the machine, and `asked` tells which would have.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect, test as base, type BrowserContext, type Page } from "@playwright/test";

export { expect };

const ROOT = fileURLToPath(new URL("../../../..", import.meta.url));
const TRACKING = { tag_manager: "GTM-TEST123", heat_map: "abcde12345", customer_relations: "12345678" };

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

interface Site {
  origin: string;
  stop(): void;
}

async function serve(): Promise<Site> {
  const root = mkdtempSync(join(tmpdir(), "consent-"));
  for (const name of ["content", "templates", "islands"]) symlinkSync(join(ROOT, name), join(root, name));
  // What is cached goes by its content: pictures and documents need not be made a second time.
  const cache = join(ROOT, ".site/cache");
  mkdirSync(cache, { recursive: true });
  mkdirSync(join(root, ".site"));
  symlinkSync(cache, join(root, ".site/cache"));
  let settings = readFileSync(join(ROOT, "site.yaml"), "utf8");
  for (const [key, id] of Object.entries(TRACKING))
    settings = settings.replace(`${key}: ""`, `${key}: ${id}`);
  writeFileSync(join(root, "site.yaml"), settings);
  const child = spawn(
    join(ROOT, "target/debug/site"),
    ["serve", "--root", root, "--offline", "--no-watch", "--port", "0"],
    { cwd: root, stdio: ["ignore", "pipe", "pipe"] },
  );
  let said = "";
  child.stderr.on("data", (data) => (said += String(data)));
  const stop = () => {
    child.kill();
    rmSync(root, { recursive: true, force: true });
  };
  const origin = await new Promise<string>((done, fail) => {
    child.on("exit", () => fail(new Error(`site serve ended\n${said}`)));
    createInterface(child.stdout).on("line", (line) => {
      const address = /http:\/\/[^\s/]+/.exec(line)?.[0];
      if (address) done(address);
    });
  });
  return { origin, stop };
}

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

export const test = base.extend<{ asked: string[] }, { site: Site }>({
  site: [
    async ({}, use) => {
      const site = await serve();
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
