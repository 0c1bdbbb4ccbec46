// Prefetch (S5c): when the browser is idle, the pages that links on this page lead to. Bounded, same origin,
// pages only, and nothing for visitors who save data or whose connection is slow.

import { whenIdle } from "./idle.ts";

/** The most pages that one page prefetches. */
const LIMIT = 8;

interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/** Addresses worth prefetching, in the order of the links, the content's before the header's. */
export function prefetchable(page: Document, here: Location): string[] {
  const links = [...page.querySelectorAll<HTMLAnchorElement>("main a[href], a[href]")];
  links.sort((a, b) => Number(!a.closest("main")) - Number(!b.closest("main")));
  const addresses = links
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

/** Starts after the page has loaded. */
export function prefetchLinks(): void {
  const { connection } = navigator as { connection?: Connection };
  if (connection?.saveData || /2g/.test(connection?.effectiveType ?? "")) return;
  const start = () => {
    for (const href of prefetchable(document, location)) {
      const hint = document.createElement("link");
      hint.rel = "prefetch";
      hint.href = href;
      document.head.append(hint);
    }
  };
  whenIdle(start);
}
