// Defers work until the page has loaded and the browser is idle.

/** Calls `start` once when the browser is idle, at the latest PREFETCH_IDLE_TIMEOUT_MS after the page loaded. */
export function whenIdle(start: () => void): void {
  if (document.readyState !== "complete") addEventListener("load", () => whenIdle(start));
  else if ("requestIdleCallback" in window) requestIdleCallback(start, { timeout: PREFETCH_IDLE_TIMEOUT_MS });
  else setTimeout(start, PREFETCH_IDLE_TIMEOUT_MS);
}
