// Holding back responses, so that a test decides when they arrive.
import type { Page } from "@playwright/test";

/** Holds all requests to matching URLs until the returned function is called. */
export async function holdRequests(
  page: Page,
  url: string | RegExp,
): Promise<() => void> {
  let release = (): void => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(url, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}
