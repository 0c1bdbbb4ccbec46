// Waiting for what a browser draws.
import type { Page } from "@playwright/test";

/** Waits until the browser has drawn a frame with all changes made so far. */
export function nextFrame(page: Pick<Page, "evaluate">): Promise<unknown> {
  return page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}
