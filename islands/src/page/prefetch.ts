// Prefetch (S5c): some pages that this page links to, unless the visitor saves data or the connection is slow.
import { whenIdle } from "./idle.ts";
import { opensPage } from "./loading.ts";

const MAX_PAGES = 8;

/** The addresses to prefetch in the order of the links, those in <main> first. */
export function prefetchable(): string[] {
  const addresses = [
    ...document.querySelectorAll<HTMLAnchorElement>("main a"),
    ...document.links,
  ]
    .filter(
      (link) =>
        opensPage(link) &&
        link.pathname !== location.pathname &&
        !link.search &&
        !/^\/(api|mail)\//.test(link.pathname),
    )
    .map((link) => link.origin + link.pathname);
  return [...new Set(addresses)].slice(0, MAX_PAGES);
}

export function prefetchLinks(): void {
  const { connection } = navigator as {
    connection?: { saveData?: boolean; effectiveType?: string };
  };
  if (connection?.saveData || /2g/.test(connection?.effectiveType ?? ""))
    return;
  whenIdle(() => {
    for (const href of prefetchable())
      document.head.append(
        Object.assign(document.createElement("link"), {
          rel: "prefetch",
          href,
        }),
      );
  });
}
