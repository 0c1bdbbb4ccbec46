// When an island may start, by the names that templates use.

/** Calls `start` once when the condition is met, or at once when the browser cannot observe it. */
type Moment = (start: () => void, element: Element) => void;

/** Shortly before the island scrolls into view. Its children are observed, because it may have no box itself. */
const visible: Moment = (start, element) => {
  if (!("IntersectionObserver" in window) || !element.firstElementChild) return start();
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      start();
    },
    { rootMargin: "200px" },
  );
  for (const child of element.children) observer.observe(child);
};

export const moments: Record<string, Moment> = {
  load: (start) => start(),
  // Safari has no requestIdleCallback.
  idle: (start) =>
    "requestIdleCallback" in window
      ? requestIdleCallback(start, { timeout: PREFETCH_IDLE_TIMEOUT_MS })
      : start(),
  visible,
};
