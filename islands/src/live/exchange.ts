// Exchanges the live parts of two versions of a page.

const all = (page: Document, selector: string): Element[] => [
  ...page.querySelectorAll(selector),
];

/** Exchanges all live parts; none when the pages have other parts, or `fresh` has styles or scripts that `shown` lacks. */
export function exchangeParts(shown: Document, fresh: Document): void {
  const [parts, next] = [shown, fresh].map((page) =>
    all(page, "[data-live]"),
  ) as [Element[], Element[]];
  const namesOf = (parts: Element[]) =>
    String(parts.map((part) => part.getAttribute("data-live")));
  const isShown = (file: Element) =>
    all(shown, file.localName).some((other) => other.isEqualNode(file));
  if (
    namesOf(parts) === namesOf(next) &&
    all(fresh, "link[rel=stylesheet],script[src]").every(isShown)
  )
    parts.forEach((part, index) => exchange(part, next[index]!));
}

/** Makes an element equal to another one. Elements that stay keep the focus. */
function exchange(shown: Element, fresh: Element): void {
  // What the visitor opened stays open.
  fresh.toggleAttribute("open", shown.hasAttribute("open"));
  if (shown.isEqualNode(fresh)) return;
  // Its script has changed its content, and starts anew with other props.
  if (shown.localName === "site-island")
    return shown.getAttribute("props") === fresh.getAttribute("props")
      ? undefined
      : shown.replaceWith(fresh);
  // A script sets the tab stop of a drawing, the build none.
  for (const name of shown.getAttributeNames())
    if (!fresh.hasAttribute(name) && name !== "tabindex")
      shown.removeAttribute(name);
  for (const { name, value } of fresh.attributes)
    shown.setAttribute(name, value);
  const [nodes, next] = [[...shown.childNodes], [...fresh.childNodes]];
  if (
    String(nodes.map((node) => node.nodeName)) !==
    String(next.map((node) => node.nodeName))
  )
    return shown.replaceChildren(...next);
  nodes.forEach((node, index) => {
    if (node instanceof Element) exchange(node, next[index] as Element);
    else node.nodeValue = next[index]!.nodeValue;
  });
}
