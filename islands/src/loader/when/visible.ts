// Start shortly before the island scrolls into view. Its children are observed, because the element itself may be
// `display: contents`, which has no box. Without IntersectionObserver or without children: start at once.
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
