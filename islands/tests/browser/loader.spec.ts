// The loader in a real browser: when islands start, and what a page shows when one cannot.
import type { Page } from "@playwright/test";
import { RELOAD_GUARD_MS } from "./bundle.ts";
import { expect, send, test } from "./sample-site.ts";

/** Console messages and uncaught errors, as "type: text"; the list grows. */
function recordMessages(page: Page): string[] {
  const messages: string[] = [];
  page.on("console", (message) =>
    messages.push(`${message.type()}: ${message.text()}`),
  );
  page.on("pageerror", (error) => messages.push(`uncaught: ${error.message}`));
  return messages;
}

/** Records the names of islands that failed, from the next page load on. */
async function recordFailures(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const failures: string[] = [];
    Object.assign(window, { failures });
    addEventListener("site-island-error", (event) =>
      failures.push((event as CustomEvent).detail.name),
    );
  });
}

/** The islands that failed since the page loaded. */
const failures = (page: Page) =>
  page.evaluate(() => (window as unknown as { failures: string[] }).failures);

test("hydration changes nothing in the page and prints no warning", async ({
  page,
  site,
}) => {
  const messages = recordMessages(page);
  await page.addInitScript(() => {
    const changes: string[] = [];
    Object.assign(window, { changes });
    new MutationObserver((records) => {
      for (const { type, target, attributeName } of records)
        if (
          customElements.get("site-island") &&
          !(target as Element).matches?.("site-island, html, head, body")
        )
          changes.push(`${type} ${target.nodeName} ${attributeName}`);
    }).observe(document, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    });
  });
  const island = site.island("counter");
  site.page("/", { main: island, islands: "debug" });
  await page.goto("/");
  await expect(page.locator("site-island")).toHaveAttribute("state", "ready");
  expect(
    await page.evaluate(
      () => (window as unknown as { changes: string[] }).changes,
    ),
  ).toEqual([]);
  expect(messages).toEqual([]);

  await page.getByRole("button").click();
  await expect(page.getByRole("button")).toHaveText("1 vez");
  await page.getByRole("button").click();
  await expect(page.getByRole("button")).toHaveText("2 veces");
});

test("the debug bundle notices a mismatch", async ({ page, site }) => {
  const messages = recordMessages(page);
  site.page("/", { main: site.island("differs"), islands: "debug" });
  await page.goto("/");
  await expect
    .poll(() => messages.join())
    .toContain("Expected a DOM node of type");
});

test("an island starts at load, when the browser is idle, or when it is visible", async ({
  page,
  site,
}) => {
  const far = '<p class="far"></p>';
  site.respond("/far.css", ".far { height: 5000px }", "text/css");
  site.page("/", {
    main: `<link rel="stylesheet" href="/far.css">${site.island("counter")}${site.island("counter", "idle")}${far}${site.island("counter", "visible")}`,
    islands: true,
  });
  await page.goto("/");
  const islands = page.locator("site-island");
  await expect(islands.nth(0)).toHaveAttribute("state", "ready");
  await expect(islands.nth(1)).toHaveAttribute("state", "ready");
  await expect(islands.nth(2)).toHaveAttribute("state", "waiting");
  await islands.nth(2).scrollIntoViewIfNeeded();
  await expect(islands.nth(2)).toHaveAttribute("state", "ready");
  // Ids come from the props, so two islands of one kind never share one.
  expect(
    await page
      .locator("[id$=-note]")
      .evaluateAll((all) => new Set(all.map(({ id }) => id)).size),
  ).toBe(3);
});

test("every island starts at once where the browser cannot observe idleness or visibility", async ({
  page,
  site,
}) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, "IntersectionObserver");
    Reflect.deleteProperty(window, "requestIdleCallback");
  });
  site.page("/", {
    main: `<p></p>${site.island("counter", "idle")}${site.island("counter", "visible")}${site.island("counter", "unknown-moment")}`,
    islands: true,
  });
  await page.goto("/");
  await expect(page.locator("site-island[state=ready]")).toHaveCount(3);
});

for (const [lang, text, home] of [
  ["es", "Esta parte no pudo cargarse. Volver al inicio", "/"],
  ["en", "This part could not be loaded. Back to home", "/en"],
] as const) {
  test(`an island that throws keeps its HTML and shows a message, and the others still start (${lang})`, async ({
    page,
    site,
  }) => {
    await recordFailures(page);
    site.page("/", {
      lang,
      main:
        site.island("throws", "load", {}, lang) +
        site.island("counter", "load", {}, lang),
      islands: true,
    });
    await page.goto("/");
    await expect(page.locator("site-island").first()).toHaveAttribute(
      "state",
      "failed",
    );
    await expect(
      page.getByRole("link", { name: "works without script" }),
    ).toHaveAttribute("href", "/contacto");
    await expect(page.getByRole("status")).toHaveText(text);
    await expect(page.getByRole("status").getByRole("link")).toHaveAttribute(
      "href",
      home,
    );
    expect(await failures(page)).toEqual(["throws"]);
    await page.getByRole("button").click();
    await expect(page.getByRole("button")).toHaveText("1 vez");
    expect(site.count("/")).toBe(1);
  });
}

test("an island that throws after it started gets its HTML back", async ({
  page,
  site,
}) => {
  await recordFailures(page);
  site.page("/", {
    main: site.island("breaks") + site.island("counter"),
    islands: true,
  });
  await page.goto("/");
  await expect(page.locator("site-island[state=ready]")).toHaveCount(2);
  await page.getByRole("button", { name: "break" }).click();
  await expect(page.locator("site-island").first()).toHaveAttribute(
    "state",
    "failed",
  );
  await expect(
    page.getByRole("link", { name: "works without script" }),
  ).toBeVisible();
  await expect(page.getByRole("status")).toHaveCount(1);
  expect(await failures(page)).toEqual(["breaks"]);
});

test("a script that fails once is requested again, without a reload", async ({
  page,
  site,
}) => {
  const path = site.chunk("counter");
  const urls: string[] = [];
  page.on(
    "request",
    (request) => request.url().includes(path) && urls.push(request.url()),
  );
  site.respond(path, (response) =>
    site.count(path) === 1
      ? send(response, 503, "")
      : send(
          response,
          200,
          site.bundle.files.get(path.replace("/assets/", ""))!,
          "text/javascript",
        ),
  );
  site.page("/", { main: site.island("counter"), islands: true });
  await page.goto("/");
  await expect(page.locator("site-island")).toHaveAttribute("state", "ready");
  expect(site.count(path)).toBe(2);
  // Firefox never requests a module's URL again after it failed.
  expect(urls).toEqual([site.origin + path, `${site.origin}${path}?again`]);
  expect(site.count("/")).toBe(1);
});

test("a script that keeps failing reloads the page once, then shows the message (S5d, S5f)", async ({
  page,
  site,
}) => {
  await recordFailures(page);
  site.respond(site.chunk("counter"), (response) => send(response, 404, ""));
  site.page("/", { main: site.island("counter"), islands: true });
  const opened = Date.now();
  await page.clock.setFixedTime(opened);
  await page.goto("/");
  await expect(page.getByRole("status")).toBeVisible();
  await expect(page.getByRole("button")).toHaveText("0 veces");
  expect(site.count("/")).toBe(2);
  expect(await failures(page)).toEqual(["counter"]);
  // The guard survives the reload: another visit within the minute does not reload again, and one after it does.
  await page.clock.setFixedTime(opened + RELOAD_GUARD_MS - 1);
  await page.goto("/");
  await expect(page.getByRole("status")).toBeVisible();
  expect(site.count("/")).toBe(3);
  await page.clock.setFixedTime(opened + RELOAD_GUARD_MS);
  await page.goto("/");
  await expect(page.getByRole("status")).toBeVisible();
  expect(site.count("/")).toBe(5);
});

test("a loader that cannot be loaded reloads the page once", async ({
  page,
  site,
}) => {
  site.respond("/assets/islands.js", (response) => send(response, 404, ""));
  site.page("/", { main: site.island("counter"), islands: true });
  await page.clock.setFixedTime(Date.now());
  await page.goto("/");
  await expect.poll(() => site.count("/")).toBe(2);
  await page.waitForLoadState("load");
  await expect(page.getByRole("button")).toHaveText("0 veces");
  expect(site.count("/")).toBe(2);
});

for (const name of ["__proto__", "constructor", "toString", "nothing"]) {
  test(`an island named "${name}" fails, and the next one starts`, async ({
    page,
    site,
  }) => {
    await recordFailures(page);
    site.page("/", {
      main: site.island("counter", "load", { name }) + site.island("counter"),
      islands: true,
    });
    await page.goto("/");
    await expect(page.locator("site-island").first()).toHaveAttribute(
      "state",
      "failed",
    );
    await expect(page.locator("site-island").nth(1)).toHaveAttribute(
      "state",
      "ready",
    );
    expect(await failures(page)).toEqual([name]);
  });
}

test("an island with missing or damaged props fails", async ({
  page,
  site,
}) => {
  await recordFailures(page);
  site.page("/", {
    main:
      site.island("counter", "load", { props: "" }) +
      site.island("counter", "load", { props: '{"id":' }),
    islands: true,
  });
  await page.goto("/");
  await expect(page.locator("site-island[state=failed]")).toHaveCount(2);
  expect(await failures(page)).toEqual(["counter", "counter"]);
});

test("without JavaScript all HTML is there", async ({ browser, site }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  site.page("/", { main: site.island("counter"), islands: true });
  await page.goto(site.origin);
  await expect(page.getByRole("row")).toHaveCount(3);
  await context.close();
});
