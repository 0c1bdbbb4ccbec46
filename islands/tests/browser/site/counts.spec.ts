// Counting without cookies: what a visit sends, and that a browser that asks not to be measured sends nothing.
import type { Page } from "@playwright/test";
import { countsOf } from "../counted.ts";
import { expect, test } from "../test.ts";
import { firstIf } from "../../tiers.ts";

/** The paths that a page requests from now on. */
function requestsOf(page: Page): string[] {
  const paths: string[] = [];
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    paths.push(pathname + search);
  });
  return paths;
}

/** No link opens another page or program. */
async function stay(page: Page): Promise<void> {
  await page.addInitScript(() =>
    addEventListener("click", (event) => event.preventDefault()),
  );
}

test("what is opened and pressed is counted once, with campaign, language and unit", async ({
  page,
}) => {
  const paths = requestsOf(page);
  await stay(page);
  await page.setViewportSize({ width: 1280, height: 850 });
  await page.goto(
    "/en/inventario/O-301?utm_campaign=oto%C3%B1o&gclid=Cj0&utm_source=ana@example.com",
  );
  await page.click("a[href^='https://wa.me'] >> visible=true");
  await page.click("a[href^='tel:'] >> visible=true");
  await page.click("a[href$='.pdf'] >> visible=true");
  await expect
    .poll(() => countsOf(paths))
    .toEqual({
      "opened unit otoño": 1,
      "unit unit otoño O-301": 1,
      "whatsapp unit otoño O-301": 1,
      "call unit otoño O-301": 1,
      "pdf unit otoño O-301": 1,
    });
  const sent = paths.filter((path) => path.startsWith("/api/count"));
  for (const path of sent) {
    expect(path).toMatch(
      /^\/api\/count\?e=\w+&p=unit&l=en-US&d=desktop&c=oto%C3%B1o(&v=[\w-]+)?$/,
    );
    expect(path.length).toBeLessThan(200);
  }
  expect(await page.context().cookies()).toEqual([]);
});

test("a dialog counts its unit, and a hidden page sends its measurements once", async ({
  page,
}) => {
  const paths = requestsOf(page);
  await page.setViewportSize({ width: 390, height: 850 });
  await page.goto("/#O-301");
  await expect
    .poll(() => countsOf(paths))
    .toEqual({ "opened home": 1, "unit home O-301": 1 });
  const script = () => paths.find((path) => /\/measure-\w+\.js$/.test(path));
  await expect.poll(script).toBeDefined();
  // Two kinds of entries are there without a visitor: the largest paint and the shifts. The script gets the paint first.
  await page.evaluate(async (path) => {
    await import(path);
    const options = { type: "largest-contentful-paint", buffered: true };
    await new Promise((resolve) =>
      new PerformanceObserver(resolve).observe(options),
    );
  }, script()!);
  for (let time = 0; time < 2; time++)
    await page.evaluate(() =>
      document.dispatchEvent(new Event("visibilitychange", { bubbles: true })),
    );
  const measured = () =>
    paths.flatMap(
      (path) =>
        /^\/api\/count\?e=(lcp|cls|inp)&p=home&l=es-MX&d=phone&v=\d+$/.exec(
          path,
        )?.[1] ?? [],
    );
  await expect.poll(() => measured().sort()).toEqual(["cls", "lcp"]);
});

for (const [signal, value] of [
  ["globalPrivacyControl", true],
  ["doNotTrack", "1"],
] as const)
  test(
    `a browser with ${signal} sends nothing`,
    firstIf(value === true),
    async ({ page }) => {
      const paths = requestsOf(page);
      await page.addInitScript(
        ([signal, value]) =>
          Object.defineProperty(navigator, signal, {
            value,
            configurable: true,
          }),
        [signal, value] as const,
      );
      await stay(page);
      await page.goto("/inventario/O-301", { waitUntil: "networkidle" });
      await page.click("a[href^='tel:'] >> visible=true");
      await page.evaluate(() =>
        document.dispatchEvent(
          new Event("visibilitychange", { bubbles: true }),
        ),
      );
      expect(
        paths.filter((path) => /counts-|measure-|api\/count/.test(path)),
      ).toEqual([expect.stringMatching(/^\/assets\/counts-\w+\.js$/)]);
    },
  );

test("browsers report violations of the policy to the endpoint that counts them", async ({
  request,
}) => {
  const headers = (await request.get("/contacto")).headers();
  expect(headers["content-security-policy"]).toMatch(/; report-to counts$/);
  expect(headers["reporting-endpoints"]).toBe('counts="/api/count/reports"');
});
