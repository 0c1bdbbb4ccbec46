// The consent bar: by keyboard, for screen readers, beside everything else on the page, without a shift.
import AxeBuilder from "@axe-core/playwright";
import type { Locator } from "@playwright/test";
import { bar, expect, preferences, press, ready, test } from "./consent-site.ts";

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

async function box(locator: Locator) {
  return (await locator.boundingBox())!;
}

const overlap = (
  a: { x: number; y: number; width: number; height: number },
  b: { x: number; y: number; width: number; height: number },
) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

interface Shift extends PerformanceEntry {
  hadRecentInput: boolean;
  sources: { node: Element | null }[];
}

/**
 * From the moment the bar stands: every shift that counts, and every one that moved anything but the bar itself.
 * What the page does before, while its fonts arrive, is none of the bar's doing.
 */
const watchShifts = () => {
  const moved: string[] = [];
  Object.assign(window, { moved });
  let since = Infinity;
  new MutationObserver(() => {
    if (document.querySelector(".consent")) since = Math.min(since, performance.now());
  }).observe(document, { childList: true, subtree: true });
  new PerformanceObserver((list) => {
    for (const { startTime, hadRecentInput, sources } of list.getEntries() as Shift[])
      for (const { node } of sources)
        if (startTime >= since && !(hadRecentInput && node?.closest?.(".consent")))
          moved.push(node?.outerHTML.slice(0, 80) ?? "gone");
  }).observe({ type: "layout-shift", buffered: true });
};

// The home page is dark, the others are light.
for (const [lang, url] of [
  ["es", "/"],
  ["en", "/en/contacto"],
] as const) {
  test(`has no violation, asking or with its purposes, ${lang}`, async ({ page, asked }) => {
    test.slow();
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 850 });
      await page.goto(url);
      const found = async () =>
        (await new AxeBuilder({ page }).withTags(TAGS).analyze()).violations.map(({ id, nodes }) => [
          id,
          ...nodes.map(({ html, failureSummary }) => [html.slice(0, 160), failureSummary]),
        ]);
      await expect(bar(page)).toBeVisible();
      expect(await found(), `asking, ${width} px`).toEqual([]);
      await press.choose(page).click();
      expect(await found(), `with its purposes, ${width} px`).toEqual([]);
    }
    expect(asked).toEqual([]);
  });

  test(`is a region with a name, in its language, ${lang}`, async ({ page }) => {
    await page.goto(url);
    const name = lang === "es" ? "Cookies y medición" : "Cookies and measurement";
    await expect(page.getByRole("region", { name })).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(page.getByRole("status").filter({ hasText: /Le pedimos permiso|We ask for/ })).toHaveCount(
      1,
    );
    const notice = bar(page).getByRole("link");
    await expect(notice).toHaveAttribute("href", `${lang === "en" ? "/en" : ""}/aviso-de-privacidad`);
  });
}

for (const width of [320, 390, 768, 1280]) {
  test(`covers neither the floating buttons nor the header, and its buttons are alike, ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 720 });
    await page.goto("/contacto");
    await press.choose(page).click();
    const own = await box(bar(page));
    for (const other of await page.locator(".floating a, header.header").all())
      expect(overlap(own, await box(other))).toBe(false);
    expect(own.x).toBeGreaterThanOrEqual(0);
    expect(own.x + own.width).toBeLessThanOrEqual(width);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    const looks = await bar(page)
      .getByRole("button")
      .evaluateAll((buttons) =>
        buttons.map((button) => {
          const { width, height } = button.getBoundingClientRect();
          const { color, backgroundColor, fontSize, fontWeight } = getComputedStyle(button);
          return [Math.round(width), Math.round(height), color, backgroundColor, fontSize, fontWeight].join();
        }),
      );
    expect(looks).toHaveLength(3);
    expect(new Set(looks).size).toBe(1);
    expect((await box(press.accept(page))).height).toBeGreaterThanOrEqual(44);
  });
}

test("moves nothing: as it comes, as it grows, as it goes", async ({ page }) => {
  await page.addInitScript(watchShifts);
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 850 });
    await page.goto("/contacto");
    await expect(bar(page)).toBeVisible();
    await press.choose(page).click();
    await expect(bar(page).getByRole("checkbox")).toHaveCount(3);
    const frame = () =>
      page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
    await frame();
    await press.save(page).click();
    await expect(bar(page)).toHaveCount(0);
    await frame();
    expect(
      await page.evaluate(() => (window as unknown as { moved: string[] }).moved),
      `${width} px`,
    ).toEqual([]);
    await page.evaluate(() => localStorage.clear());
  }
});

test("is asked and answered by keyboard alone", async ({ page, asked }) => {
  await page.goto("/contacto");
  await expect(bar(page)).toBeVisible();
  await expect(page.locator("body")).toBeFocused();
  await page.keyboard.press("Tab"); // the link to the content
  await page.keyboard.press("Tab");
  await expect(bar(page).getByRole("link")).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(press.accept(page)).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(press.reject(page)).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(press.choose(page)).toBeFocused();
  await expect(press.choose(page)).toHaveAttribute("aria-expanded", "false");
  // No trap: the page goes on behind it.
  await page.keyboard.press("Tab");
  await expect(page.locator("header a").first()).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Enter");
  await expect(press.save(page)).toHaveAttribute("aria-expanded", "true");
  for (let back = 0; back < 3; back++) await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Space");
  await expect(bar(page).getByRole("checkbox", { name: /Atención a clientes/ })).toBeChecked();
  for (let on = 0; on < 3; on++) await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(bar(page)).toHaveCount(0);
  await expect(page.locator("main")).toBeFocused();
  await expect(page.getByRole("status").filter({ hasText: "Preferencia guardada" })).toHaveCount(1);
  await expect.poll(() => asked).toEqual(["https://js.hs-scripts.com/12345678.js"]);
});

test("Escape leaves everything undecided", async ({ page, asked }) => {
  await page.goto("/contacto");
  await press.choose(page).focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await expect(press.choose(page)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(bar(page)).toHaveCount(0);
  expect(await page.evaluate(() => localStorage.getItem("consent"))).toBeNull();
  expect(asked).toEqual([]);
  await page.reload();
  await expect(bar(page)).toBeVisible();
});

test("opens again from the footer, and gives the focus back", async ({ page, asked }) => {
  await page.goto("/en/contacto");
  await press.reject(page).click();
  await expect(preferences(page)).toHaveText("Cookie preferences");
  await preferences(page).focus();
  await page.keyboard.press("Enter");
  await expect(bar(page).locator(".consent-title")).toBeFocused();
  await expect(bar(page).getByRole("checkbox")).toHaveCount(3);
  await page.keyboard.press("Escape");
  await expect(bar(page)).toHaveCount(0);
  await expect(preferences(page)).toBeFocused();
  expect(new URL(page.url()).pathname).toBe("/en/contacto");
  expect(asked).toEqual([]);
});

for (const width of [320, 1280]) {
  test(`what has the focus is never below it, ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/contacto");
    await expect(bar(page)).toBeVisible();
    await page.locator(".footer a").first().focus();
    const last = page.locator(".footer a").last();
    // Bounded by the footer's links.
    for (let step = await page.locator(".footer a").count(); step > 0; step--) {
      const hidden = await page.evaluate(() => {
        const own = document.querySelector(".consent")!.getBoundingClientRect();
        const focused = document.activeElement!.getBoundingClientRect();
        const beside = focused.left >= own.right || focused.right <= own.left;
        return !beside && focused.bottom > own.top && focused.top < own.bottom;
      });
      expect(hidden, await page.evaluate(() => document.activeElement!.outerHTML.slice(0, 120))).toBe(false);
      if (await last.evaluate((link) => link === document.activeElement)) break;
      await page.keyboard.press("Tab");
    }
    await expect(last).toBeFocused();
  });
}

test("its script fetches nothing more once a choice stands, and it is not on paper", async ({ page }) => {
  await page.goto("/contacto");
  await expect(bar(page)).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(bar(page)).toBeHidden();
  await page.emulateMedia({ media: "screen" });
  await press.reject(page).click();
  const urls: string[] = [];
  page.on("request", (request) => urls.push(request.url()));
  await page.goto("/contacto");
  await ready(page);
  await page.waitForLoadState("networkidle");
  expect(urls.filter((url) => /consent/.test(url))).toHaveLength(1);
  expect(urls.filter((url) => /\/bar-/.test(url))).toEqual([]);
});
