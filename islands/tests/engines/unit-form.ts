// The form on the page of a unit.
import type { EnginePage } from "./engine.ts";
import { address } from "./eventually.ts";

/** Fills in the form of a unit, sends it and waits for the thanks. */
export async function sendUnitForm(page: EnginePage): Promise<void> {
  await page.fill(".contact-form [name=name]", "Ana López");
  await page.fill(".contact-form [name=phone]", "984 555 0162");
  await page.fill(".contact-form [name=email]", "ana@example.com");
  await page.click(".contact-form .is-identity label");
  await page.click(".form-submit");
  await address(page).toBe("/gracias");
}
