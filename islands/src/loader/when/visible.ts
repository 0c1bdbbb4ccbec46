// Start a little before the island comes into view. What is inside is observed, not the element:
// it may be `display: contents`, which has no box. Without an observer, or without a child: now.
import type { When } from "./index.ts";

export const visible: When = (start, element) => {
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
