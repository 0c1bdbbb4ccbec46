// The elements of the bar: text, a checkbox for each purpose, and three buttons of equal prominence.
import type { Grants } from "./choice.ts";
import type { ConsentTexts as Texts, Purpose } from "../types.ts";

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string,
  ...content: (string | Node)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.append(...content);
  return made;
}

function button(text: string): HTMLButtonElement {
  const made = element("button", "button", text);
  made.type = "button";
  return made;
}

/** The named region that contains any content of the bar. It is not a dialog and does not trap the focus. */
function frame(title: string, ...content: Node[]): { root: HTMLElement; title: HTMLElement } {
  const heading = element("p", "consent-title", title);
  heading.id = "consent-title";
  heading.tabIndex = -1;
  const root = element("section", "consent", heading, ...content);
  root.setAttribute("aria-labelledby", heading.id);
  return { root, title: heading };
}

/** The bar that asks for a choice, and its interactive parts. */
export function question(
  { strings, notice, providers }: Texts,
  purposes: readonly Purpose[],
  { grants, bySignal }: { grants: Grants; bySignal: boolean },
) {
  const link = element("a", "", strings.more);
  link.href = notice;
  const rows = purposes.map((purpose) => {
    const box = Object.assign(element("input", ""), { type: "checkbox", name: purpose });
    box.checked = !!grants[purpose];
    const { name, text } = strings.purposes[purpose];
    const explanation = text.replace("{{provider}}", providers[purpose] ?? "");
    return element("label", "consent-purpose", box, element("strong", "", name), ` ${explanation}`);
  });
  const checks = element("fieldset", "consent-purposes");
  checks.append(element("legend", "visually-hidden", strings.purposes_label), ...rows);
  checks.id = "consent-purposes";
  const buttons = {
    accept: button(strings.accept),
    reject: button(strings.reject),
    choose: button(strings.choose),
  };
  buttons.choose.setAttribute("aria-controls", checks.id);
  const body = element("p", "", `${bySignal ? strings.signal : strings.body} `, link);
  const actions = element("div", "consent-actions", ...Object.values(buttons));
  return {
    ...frame(strings.title, body, checks, actions),
    checks,
    buttons,
    /** The purposes with whether they are checked. */
    read: (): Grants =>
      Object.fromEntries([...checks.querySelectorAll("input")].map((box) => [box.name, box.checked])),
    /** Shows or hides the purposes; while they are shown, the button `choose` saves. */
    expand(shown: boolean): void {
      checks.hidden = !shown;
      buttons.choose.textContent = shown ? strings.save : strings.choose;
      buttons.choose.setAttribute("aria-expanded", String(shown));
    },
  };
}

/** The bar that offers a reload to stop running scripts. */
export function offer({ strings }: Texts) {
  const reload = button(strings.reload_action);
  const later = button(strings.reload_later);
  const actions = element("div", "consent-actions", reload, later);
  return { ...frame(strings.saved, element("p", "", strings.reload), actions), reload, later };
}
