// Elements as data, written as HTML in the build and created as nodes in the browser, whose policy (Trusted Types) refuses
// HTML from scripts.

/** An element: its tag, its attributes, its children. Attributes that are null are left out. */
export type Markup = readonly [
  tag: string,
  attributes: Readonly<Record<string, string | number | null>>,
  ...children: (Markup | string | number)[],
];

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** The element as HTML. Void elements are not supported. */
export function toHtml([tag, attributes, ...children]: Markup): string {
  const written = Object.entries(attributes).map(([name, value]) =>
    value === null ? "" : ` ${name}="${escape(String(value))}"`,
  );
  const inside = children.map((child) => (typeof child === "object" ? toHtml(child) : escape(String(child))));
  return `<${tag}${written.join("")}>${inside.join("")}</${tag}>`;
}

/** The element as a node. */
export function toElement([tag, attributes, ...children]: Markup): HTMLElement {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes))
    if (value !== null) element.setAttribute(name, String(value));
  element.append(...children.map((child) => (typeof child === "object" ? toElement(child) : String(child))));
  return element;
}
