// When the browser has nothing better to do, after the page has loaded.

/** Calls `start` once; a busy browser may put it off for PREFETCH_IDLE_TIMEOUT_MS. */
export function whenIdle(start: () => void): void {
  if (document.readyState !== "complete") addEventListener("load", () => whenIdle(start));
  else if ("requestIdleCallback" in window) requestIdleCallback(start, { timeout: PREFETCH_IDLE_TIMEOUT_MS });
  else setTimeout(start, PREFETCH_IDLE_TIMEOUT_MS);
}
