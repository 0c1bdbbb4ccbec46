// What the first screen of a laptop shows.
import { expect, test } from "../test.ts";

test("the first unit is in the first screen of a laptop, and other filters open with the keyboard", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto("/inventario");
  await expect(page.locator(".inventory-fields")).toBeEnabled();
  const first = page.locator("tbody tr").first();
  const least = page.getByLabel("Precio desde");
  expect((await first.boundingBox())!.y).toBeLessThanOrEqual(420);
  await expect(least).toBeHidden();
  const more = page.locator(".inventory-extra > summary");
  await more.focus();
  await page.keyboard.press("Enter");
  await least.fill("12");
  await expect(page.getByText("Más filtros (1)")).toBeVisible();
  await expect(page).toHaveURL(/precio_min=12/);
  await more.press("Enter");
  // The button that clears the filters has room in the row.
  const rows = [".inventory-views", ".inventory-clear"].map((one) =>
    page.locator(one).boundingBox(),
  );
  const [views, clear] = await Promise.all(rows);
  expect(Math.abs(views!.y - clear!.y)).toBeLessThan(4);
});

test("the picture of the building begins in the first screen of a laptop", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto("/");
  const picture = page.locator(".opening .picture");
  expect((await picture.boundingBox())!.y).toBeLessThanOrEqual(700);
});
