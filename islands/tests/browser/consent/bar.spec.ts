// The consent bar: by keyboard, for screen readers, without covering or moving the rest of the page.
import type { Locator } from "@playwright/test";
import { firstIf, REST } from "../../tiers.ts";
import { violations } from "../accessibility.ts";
import { nextFrame } from "../frames.ts";
import {
  bar,
  expect,
  preferences,
  press,
  settled,
  test,
} from "./consent-site.ts";

async function box(locator: Locator) {
  return (await locator.boundingBox())!;
}

const overlap = (
  a: { x: number; y: number; width: number; height: number },
  b: { x: number; y: number; width: number; height: number },
) =>
  a.x < b.x + b.width &&
  b.x < a.x + a.width &&
  a.y < b.y + b.height &&
  b.y < a.y + a.height;

interface Shift extends PerformanceEntry {
  hadRecentInput: boolean;
  sources: { node: Element | null }[];
}

/**
 * Runs in the page before its own scripts: records layout shifts from the moment the bar appears. Shifts before that come
 * from the page, and shifts of the bar itself right after a click come from the visitor.
 */
const watchShifts = () => {
  const moved: string[] = [];
  Object.assign(window, { moved });
  let since = Infinity;
  new MutationObserver(() => {
    if (document.querySelector(".consent"))
      since = Math.min(since, performance.now());
  }).observe(document, { childList: true, subtree: true });
  new PerformanceObserver((list) => {
    for (const {
      startTime,
      hadRecentInput,
      sources,
    } of list.getEntries() as Shift[])
      for (const { node } of sources)
        if (
          startTime >= since &&
          !(hadRecentInput && node?.closest?.(".consent"))
        )
          moved.push(node?.outerHTML.slice(0, 80) ?? "gone");
  }).observe({ type: "layout-shift", buffered: true });
};

// The home page is dark, the others are light.
for (const [lang, url, width] of [
  ["es", "/", 390],
  ["en", "/en/contacto", 1280],
] as const) {
  const tier = firstIf(lang === "en");
  test(
    `has no accessibility violation, with the question or with the purposes, ${lang}`,
    tier,
    async ({ page, thirdPartyRequests }) => {
      await page.setViewportSize({ width, height: 850 });
      await page.goto(url);
      await expect(bar(page)).toBeVisible();
      expect(await violations(page), "the question").toEqual([]);
      await press.choose(page).click();
      expect(await violations(page), "the purposes").toEqual([]);
      expect(thirdPartyRequests).toEqual([]);
    },
  );

  test(`is a named region in its language, ${lang}`, tier, async ({ page }) => {
    await page.goto(url);
    const name =
      lang === "es" ? "Cookies y medición" : "Cookies and measurement";
    await expect(page.getByRole("region", { name })).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(
      page
        .getByRole("status")
        .filter({ hasText: /Le pedimos permiso|We ask for/ }),
    ).toHaveCount(1);
    const notice = bar(page).getByRole("link");
    await expect(notice).toHaveAttribute(
      "href",
      `${lang === "en" ? "/en" : ""}/aviso-de-privacidad`,
    );
  });
}

test("covers neither the floating buttons nor the header, and its buttons have one style", async ({
  page,
}) => {
  await page.goto("/contacto");
  await press.choose(page).click();
  for (const width of [320, 390, 768, 1280]) {
    await page.setViewportSize({ width, height: 720 });
    const own = await box(bar(page));
    for (const other of await page.locator(".floating a, header.header").all())
      expect(overlap(own, await box(other)), `${width} px`).toBe(false);
    expect(own.x).toBeGreaterThanOrEqual(0);
    expect(own.x + own.width).toBeLessThanOrEqual(width);
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth),
    ).toBe(width);
    const styles = await bar(page)
      .getByRole("button")
      .evaluateAll((buttons) =>
        buttons.map((button) => {
          const { width, height } = button.getBoundingClientRect();
          const { color, backgroundColor, fontSize, fontWeight } =
            getComputedStyle(button);
          return [
            Math.round(width),
            Math.round(height),
            color,
            backgroundColor,
            fontSize,
            fontWeight,
          ].join();
        }),
      );
    expect(styles).toHaveLength(3);
    expect(new Set(styles).size, `${width} px`).toBe(1);
    expect((await box(press.accept(page))).height).toBeGreaterThanOrEqual(44);
  }
});

test("moves nothing when it appears, grows and disappears", async ({
  page,
}) => {
  await page.addInitScript(watchShifts);
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 850 });
    await page.goto("/contacto");
    await expect(bar(page)).toBeVisible();
    await press.choose(page).click();
    await expect(bar(page).getByRole("checkbox")).toHaveCount(3);
    await nextFrame(page);
    await press.save(page).click();
    await expect(bar(page)).toHaveCount(0);
    await nextFrame(page);
    expect(
      await page.evaluate(
        () => (window as unknown as { moved: string[] }).moved,
      ),
      `${width} px`,
    ).toEqual([]);
    await page.evaluate(() => localStorage.clear());
  }
});

test("can be answered by keyboard alone", async ({
  page,
  thirdPartyRequests,
}) => {
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
  // The bar does not trap the focus.
  await page.keyboard.press("Tab");
  await expect(page.locator("header a").first()).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Enter");
  await expect(press.save(page)).toHaveAttribute("aria-expanded", "true");
  for (let back = 0; back < 3; back++) await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Space");
  await expect(
    bar(page).getByRole("checkbox", { name: /Atención a clientes/ }),
  ).toBeChecked();
  for (let on = 0; on < 3; on++) await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(bar(page)).toHaveCount(0);
  await expect(page.locator("main")).toBeFocused();
  await expect(
    page.getByRole("status").filter({ hasText: "Preferencia guardada" }),
  ).toHaveCount(1);
  await expect
    .poll(() => thirdPartyRequests)
    .toEqual(["https://js.hs-scripts.com/12345678.js"]);
});

test("Escape closes the bar without a choice", async ({
  page,
  thirdPartyRequests,
}) => {
  await page.goto("/contacto");
  await press.choose(page).focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await expect(press.choose(page)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(bar(page)).toHaveCount(0);
  expect(await page.evaluate(() => localStorage.getItem("consent"))).toBeNull();
  expect(thirdPartyRequests).toEqual([]);
  await page.reload();
  await expect(bar(page)).toBeVisible();
});

test("opens again from the footer, and returns the focus there", async ({
  page,
  thirdPartyRequests,
}) => {
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
  expect(thirdPartyRequests).toEqual([]);
});

for (const width of [320, 1280]) {
  test(
    `never covers the focused element, ${width} px`,
    firstIf(width === 320),
    async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      await page.goto("/contacto");
      await expect(bar(page)).toBeVisible();
      await page.locator(".footer a").first().focus();
      const last = page.locator(".footer a").last();
      // At most one press for each link of the footer.
      for (
        let step = await page.locator(".footer a").count();
        step > 0;
        step--
      ) {
        const hidden = await page.evaluate(() => {
          const own = document
            .querySelector(".consent")!
            .getBoundingClientRect();
          const focused = document.activeElement!.getBoundingClientRect();
          const beside = focused.left >= own.right || focused.right <= own.left;
          return (
            !beside && focused.bottom > own.top && focused.top < own.bottom
          );
        });
        expect(
          hidden,
          await page.evaluate(() =>
            document.activeElement!.outerHTML.slice(0, 120),
          ),
        ).toBe(false);
        if (await last.evaluate((link) => link === document.activeElement))
          break;
        await page.keyboard.press("Tab");
      }
      await expect(last).toBeFocused();
    },
  );
}

test(
  "is not printed, and after a choice its script fetches nothing more",
  REST,
  async ({ page }) => {
    await page.goto("/contacto");
    await expect(bar(page)).toBeVisible();
    await page.emulateMedia({ media: "print" });
    await expect(bar(page)).toBeHidden();
    await page.emulateMedia({ media: "screen" });
    await press.reject(page).click();
    const urls: string[] = [];
    page.on("request", (request) => urls.push(request.url()));
    await page.goto("/contacto");
    await settled(page);
    expect(urls.filter((url) => /consent/.test(url))).toHaveLength(1);
    expect(urls.filter((url) => /\/bar-/.test(url))).toEqual([]);
  },
);
