// What three people come for, and how few taps it takes them: an investor from abroad, a doctor, and a broker.
import type { Locator, Page } from "@playwright/test";
import { expect, test } from "../test.ts";
import { startIslands } from "./visits.ts";

test.use({ serviceWorkers: "block" });

/** Taps, clicks and values that are entered, in order. Each finds what it needs on the screen, after scrolling at most. */
class Steps {
  count = 0;

  async press(target: Locator): Promise<void> {
    this.count += 1;
    await target.click();
  }

  async choose(select: Locator, label: string): Promise<void> {
    this.count += 1;
    await select.selectOption({ label });
  }

  async type(field: Locator, text: string): Promise<void> {
    this.count += 1;
    await field.fill(text);
  }
}

/** Whether the top of an element is in the window as it is, without scrolling. */
function isOnScreen(page: Page, target: Locator): Promise<boolean> {
  const { height } = page.viewportSize()!;
  return target.evaluate((element, height) => {
    const { top } = element.getBoundingClientRect();
    return top >= 0 && top < height;
  }, height);
}

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test("an investor sees dollars at once, may buy after one tap, and has a unit after three", async ({
    page,
  }) => {
    const steps = new Steps();
    await page.goto("/en");
    const price = page
      .locator("main")
      .getByText(/\$[\d,]+\sUSD/)
      .first();
    expect(await isOnScreen(page, price)).toBe(true);

    await steps.press(page.getByRole("link", { name: /^Foreigners can buy/ }));
    const answer = page.getByText("Bank trust (fideicomiso).");
    await expect(answer).toBeVisible();
    await expect.poll(() => isOnScreen(page, answer)).toBe(true);
    expect(steps.count).toBe(1);

    await page.goto("/en");
    steps.count = 0;
    await steps.press(
      page
        .locator("main")
        .getByRole("link", { name: "See availability" })
        .first(),
    );
    await steps.press(page.locator(".selector label", { hasText: "Level 3" }));
    // Before it has started, a unit is a link to its page.
    await startIslands(page);
    await steps.press(page.locator(".selector [data-code='O-310']").first());
    const dialog = page.getByRole("dialog");
    await expect(dialog).toContainText("47.25 m²");
    await expect(dialog).toContainText("USD");
    expect(steps.count).toBe(3);
  });

  test("a broker sends three shops to a client with nine taps", async ({
    page,
    context,
  }) => {
    const steps = new Steps();
    await context.route("https://wa.me/**", (route) =>
      route.fulfill({ contentType: "text/html", body: "WhatsApp" }),
    );
    await page.goto("/");
    await steps.press(page.locator("header details.drawer > summary"));
    await steps.press(
      page
        .locator("header")
        .getByRole("link", { name: "Inventario" })
        .filter({ visible: true }),
    );
    await steps.press(
      page.locator("summary", { hasText: "Filtros" }).filter({ visible: true }),
    );
    await steps.choose(page.getByLabel("Uso"), "Local comercial");
    const saves = page.locator(".inventory-table tbody .save");
    for (const index of [0, 1, 2]) await steps.press(saves.nth(index));
    await steps.press(page.locator("selection-bar [data-send]"));
    const opened = page.waitForEvent("popup");
    await steps.press(page.getByRole("dialog").locator("[data-client]"));
    const text = new URL((await opened).url()).searchParams.get("text")!;
    const lines = text.match(/L-\d{3} .*\sm².*\$[\d,]+\sMXN/g);
    expect(lines).toHaveLength(3);
    expect(steps.count).toBe(9);
  });
});

test("a doctor compares two offices of about 60 m² with five clicks", async ({
  page,
}) => {
  const steps = new Steps();
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto("/inventario");
  await expect(page.locator(".inventory-fields")).toBeEnabled();
  await steps.choose(page.getByLabel("Uso"), "Oficina");
  await steps.type(page.getByLabel("Interior +/-10 %"), "60");
  const rows = page.locator(".inventory-table tbody tr.is-disponible");
  // Those with a terrace too: a practice uses the interior.
  await expect(rows.filter({ hasText: "O-404" })).toBeVisible();
  for (const code of ["O-306", "O-404"])
    await steps.press(rows.filter({ hasText: code }).locator(".save"));
  await steps.press(page.locator("selection-bar [data-compare]"));
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("columnheader")).toHaveCount(3);
  await expect(dialog).toContainText("64.80 m²");
  expect(steps.count).toBe(5);
});
