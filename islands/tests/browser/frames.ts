// Waiting for what a browser draws, or puts off.
import type { Page } from "@playwright/test";
import { siteSetting } from "../site-settings.ts";

/** Waits until the browser has drawn a frame with all changes made so far. */
export function nextFrame(page: Pick<Page, "evaluate">): Promise<unknown> {
  return page.evaluate(
    () =>
      new Promise((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(resolve)),
      ),
  );
}

/** Waits until what a page puts off until it is idle has started: then, or when it waits no longer. */
export function idle(page: Pick<Page, "evaluate">): Promise<unknown> {
  return page.evaluate(
    (timeout) =>
      new Promise((resolve) => requestIdleCallback(resolve, { timeout })),
    siteSetting("prefetch_idle_timeout_ms"),
  );
}
