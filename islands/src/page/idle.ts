// Defers work: until the page is shown, or has loaded and the browser is idle.

/** Calls `start` once: now, or when a page that the browser renders before it is opened is opened. */
export function whenShown(start: () => void): void {
  if ((document as { prerendering?: boolean }).prerendering)
    document.addEventListener("prerenderingchange", start, { once: true });
  else start();
}

/** Calls `start` once when the browser is idle, at the latest PREFETCH_IDLE_TIMEOUT_MS after the page loaded. */
export function whenIdle(start: () => void): void {
  if (document.readyState !== "complete")
    addEventListener("load", () => whenIdle(start));
  else if ("requestIdleCallback" in window)
    requestIdleCallback(start, { timeout: PREFETCH_IDLE_TIMEOUT_MS });
  else setTimeout(start, PREFETCH_IDLE_TIMEOUT_MS);
}
