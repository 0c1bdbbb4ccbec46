// How a page is brought to rest before its picture is taken: fonts there, islands awake, nothing moving.
import type { Locator, Page } from "@playwright/test";
import { wakeUp } from "./site.ts";

/** Opens an address at a width and waits until nothing changes any more. */
export async function openStill(page: Page, url: string, width: number): Promise<void> {
  await page.setViewportSize({ width, height: Math.round(Math.min(width * 1.6, 900)) });
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(url);
  await wakeUp(page);
  await page.evaluate(async () => {
    for (const image of document.images) image.loading = "eager";
    await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
  });
}

/** What differs from day to day: dates of the data. */
export function changing(page: Page): Locator[] {
  return [page.locator("[data-inventory-date], .inventory-date, main p.note")];
}
