// Dialogs of units and of the comparison, whose address Back closes.
import type { Page } from "@playwright/test";
import { expect } from "./test.ts";

/** Closes the open dialog, and waits until the browser has gone back: going on earlier would interrupt it. */
export async function closeDialog(page: Page): Promise<void> {
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page).toHaveURL((url) => url.hash === "");
}
