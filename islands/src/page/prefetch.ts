// Prefetch (S5c): when the browser is idle, prefetches the pages that this page links to. Limited in number, only pages
// of the same origin, and nothing when the visitor saves data or the connection is slow.

import { whenIdle } from "./idle.ts";

/** Maximum number of pages to prefetch. */
const LIMIT = 8;

/** The addresses to prefetch in the order of the links, those in <main> first. */
export function prefetchable(page: Document, here: Location): string[] {
  const addresses = [...page.querySelectorAll<HTMLAnchorElement>("main a"), ...page.links]
    .filter(
      (link) =>
        link.origin === here.origin &&
        link.pathname !== here.pathname &&
        !link.search &&
        !link.target &&
        !link.hasAttribute("download") &&
        !/\.\w+$|^\/(api|mail)\//.test(link.pathname),
    )
    .map((link) => link.origin + link.pathname);
  return [...new Set(addresses)].slice(0, LIMIT);
}

export function prefetchLinks(): void {
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } };
  if (connection?.saveData || /2g/.test(connection?.effectiveType ?? "")) return;
  whenIdle(() => {
    for (const href of prefetchable(document, location)) {
      const hint = document.createElement("link");
      hint.rel = "prefetch";
      hint.href = href;
      document.head.append(hint);
    }
  });
}
