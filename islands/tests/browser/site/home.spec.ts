// The drawing of the home page as a menu: by mouse, by keyboard, by finger, and without JavaScript.
import type { Page } from "@playwright/test";
import { expect, test } from "../test.ts";
import { REST } from "../../tiers.ts";

/** Clicks in the middle of an element's bounding box, which may be one of a drawing's slanted shapes, once nothing moves. */
async function clickMiddle(page: Page, selector: string): Promise<void> {
  const element = page.locator(selector);
  await page.keyboard.press("Control+Home");
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  let before = await element.boundingBox();
  await expect
    .poll(async () => {
      const last = before;
      before = await element.boundingBox();
      return JSON.stringify(before) === JSON.stringify(last);
    })
    .toBe(true);
  const { x, y, width, height } = before!;
  await page.mouse.click(x + width / 2, y + height / 2);
}

const floor = (page: Page, level: number) => page.locator(`#nivel-${level}`);

test("a level of the drawing leads to the selector with that level chosen, also a second time", async ({
  page,
}) => {
  await page.goto("/");
  for (const level of [3, 2, 3]) {
    await page.keyboard.press("Control+Home");
    await page.locator(`.axo a[href="#nivel-${level}"] .axo-free`).click();
    await expect(page).toHaveURL(new RegExp(`/#nivel-${level}$`));
    await expect(floor(page, level)).toBeInViewport();
    await expect(
      page.locator(
        `site-island[name=selector][state=ready] input[value="${level}"]`,
      ),
    ).toBeChecked();
    await expect(page.locator(".selector-floor:visible")).toHaveCount(1);
  }
});

test("a unit shows its facts on a card, and opens its page or its dialog", async ({
  page,
}) => {
  await page.goto("/");
  const unit = page.locator('.axo a[data-code="O-302"]');
  const card = page.locator(".axo .menu-card");
  await expect(unit).toHaveAttribute(
    "aria-label",
    /^O-302, 67\.50\sm² .*, Vendido, \$5,170,000\sMXN \+ IVA$/,
  );
  await unit.hover();
  await expect(card).toBeVisible();
  await expect(card).toContainText("O-302");
  await expect(card.locator(".status.is-vendido")).toHaveText("Vendido");
  await page.mouse.move(5, 5);
  await expect(card).toBeHidden();
  // The selector has not started.
  await clickMiddle(page, '.axo a[data-code="O-302"] path');
  await expect(page).toHaveURL(/\/inventario\/O-302$/);

  await page.goto("/#nivel-2");
  await expect(
    page.locator("site-island[name=selector][state=ready]"),
  ).toBeVisible();
  await clickMiddle(page, '.axo a[data-code="O-302"] path');
  await expect(page.getByRole("dialog")).toContainText("O-302");
  await expect(page).toHaveURL(/\/#O-302$/);
  await page.goBack();
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page).toHaveURL(/\/#nivel-2$/);
});

test("the drawing is one tab stop with arrow keys", async ({ page }) => {
  await page.goto("/");
  const stops = page.locator('.axo a[tabindex="0"]');
  await expect(stops).toHaveCount(1);
  await stops.focus();
  const focused = page.locator(".axo a:focus");
  await expect(focused).toHaveAttribute("href", "#nivel-1");
  await page.keyboard.press("ArrowUp");
  await expect(focused).toHaveAttribute("href", "#nivel-2");
  await page.keyboard.press("ArrowRight");
  await expect(focused).toHaveAttribute("data-code", "L-201");
  await expect(page.locator(".axo .menu-card")).toContainText("L-201");
  await page.keyboard.press("Escape");
  await expect(page.locator(".axo .menu-card")).toBeHidden();
  await page.keyboard.press("Tab");
  await expect(page.locator(".axo a:focus")).toHaveCount(0);
  await page.keyboard.press("Shift+Tab");
  await expect(focused).toHaveAttribute("data-code", "L-201");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/#nivel-2$/);
  await expect(floor(page, 2)).toBeInViewport();
});

test(
  "the levels and units on the exterior picture are links, too",
  REST,
  async ({ page }) => {
    await page.goto("/");
    const unit = page.locator('.facade [data-code="L-202"]');
    await unit.hover();
    const card = page.locator(".facade + .menu-card");
    await expect(card).toContainText("L-202");
    await expect(card.locator(".status.is-reservado")).toHaveText("Apartado");
    await expect(unit).toHaveAttribute("href", "/inventario/L-202");
    const level = page.locator('.facade [href="#nivel-3"]');
    await level.focus();
    await expect(card).toContainText("Nivel 3");
    await expect(card).toContainText("disponibles");
    await page.keyboard.press("Enter");
    await expect(floor(page, 3)).toBeInViewport();
    // Each drawing has one tab stop.
    await expect(page.locator('.facade a[tabindex="0"]')).toHaveCount(1);
  },
);

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test("a finger hits the levels, each on at least 24 pixels", async ({
    page,
  }) => {
    await page.goto("/");
    await page.locator(".axo").scrollIntoViewIfNeeded();
    const tops = await page
      .locator(".axo .axo-free")
      .evaluateAll((labels) =>
        labels.map((label) => label.getBoundingClientRect().bottom),
      );
    for (const [index, top] of tops.slice(1).entries())
      expect(tops[index]! - top).toBeGreaterThanOrEqual(24);
    // In the middle of a unit.
    const { x, y, width, height } = (await page
      .locator('.axo a[data-code="O-308"]')
      .boundingBox())!;
    await page.touchscreen.tap(x + width / 2, y + height / 2);
    await expect(page).toHaveURL(/#nivel-3$/);

    await page.goto("/");
    await page.locator(".facade").scrollIntoViewIfNeeded();
    const heights = await page
      .locator(".facade-level")
      .evaluateAll((levels) =>
        levels.map((level) => level.getBoundingClientRect().height),
      );
    expect(heights).toHaveLength(4);
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(24);
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a level's link shows that level, and a unit's opens its page", async ({
    page,
  }) => {
    await page.goto("/");
    await page.locator('.axo a[href="#nivel-3"] .axo-free').click();
    await expect(floor(page, 3)).toBeInViewport();
    await expect(page.locator(".selector-floor:visible")).toHaveCount(1);
    // Another one is chosen as before.
    await page.locator('.selector input[value="2"]').check();
    await expect(floor(page, 2)).toBeVisible();
    await page.goto("/");
    await clickMiddle(page, '.axo a[data-code="O-302"] path');
    await expect(page).toHaveURL(/\/inventario\/O-302$/);
  });
});
