// Live parts: what a page shows of the inventory, in elements that templates mark with `data-live`. An open page may be
// older than the last build (a copy in a cache), so it is requested again when the browser is idle, and the parts that
// differ are exchanged. Statuses, amounts and their words are made only in the build.
import { whenIdle } from "./idle.ts";

/** The live parts of a page outside islands, which render their own elements. */
const partsOf = (page: Document): Element[] =>
  [...page.querySelectorAll("[data-live]")].filter((part) => !part.closest("site-island"));

/** The style sheets and scripts of a page. */
const filesOf = (page: Document): string[] =>
  [...page.querySelectorAll("link[rel=stylesheet], script[src]")].map((file) => file.outerHTML);

/** Exchanges the live parts of `shown`, all or none: none when the pages have other parts, or `fresh` needs other files. */
export function exchangeParts(shown: Document, fresh: Document): void {
  const parts = partsOf(shown);
  const next = partsOf(fresh);
  const files = filesOf(shown);
  const namesOf = (parts: Element[]) => String(parts.map((part) => part.getAttribute("data-live")));
  if (namesOf(parts) === namesOf(next) && filesOf(fresh).every((file) => files.includes(file)))
    parts.forEach((part, index) => exchange(part, next[index]!));
}

/** Makes an element equal to another one. Elements that stay keep the focus, and what the visitor opened stays open. */
function exchange(shown: Element, fresh: Element): void {
  if (shown.isEqualNode(fresh)) return;
  const names = new Set([...shown.getAttributeNames(), ...fresh.getAttributeNames()]);
  names.delete("open");
  for (const name of names) {
    const value = fresh.getAttribute(name);
    if (value === null) shown.removeAttribute(name);
    else shown.setAttribute(name, value);
  }
  const nodes = [...shown.childNodes];
  const next = [...fresh.childNodes];
  if (String(nodes.map((node) => node.nodeName)) !== String(next.map((node) => node.nodeName)))
    return shown.replaceChildren(...next);
  nodes.forEach((node, index) => {
    if (node instanceof Element) exchange(node, next[index] as Element);
    else node.nodeValue = next[index]!.nodeValue;
  });
}

/** Schedules the request on a page with live parts. A request that fails changes nothing. */
export function followLiveParts(): void {
  if (!partsOf(document).length) return;
  whenIdle(() => {
    // After `fetch`, parsing would need a policy of Trusted Types. Pages must be revalidated, so it is conditional.
    const request = new XMLHttpRequest();
    request.open("GET", location.pathname);
    request.responseType = "document";
    request.onload = () =>
      request.status === 200 && request.response && exchangeParts(document, request.response);
    request.send();
  });
}
