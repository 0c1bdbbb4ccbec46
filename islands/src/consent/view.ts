// What the bar looks like as elements: text, a check for each purpose, three buttons of equal weight.
import type { Grants } from "./choice.ts";
import type { Purpose } from "./settings.ts";
import type { Texts } from "./texts.ts";

/** The bar and its parts that answer. */
export interface View {
  root: HTMLElement;
  title: HTMLElement;
  checks: HTMLElement;
  buttons: Record<"accept" | "reject" | "choose", HTMLButtonElement>;
  /** What is checked. */
  read(): Grants;
  /** Shows or hides the purposes; `choose` saves while they show. */
  expand(shown: boolean): void;
}

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

/** The frame of everything that the bar ever says: a region with a name, no dialog, nothing is locked in. */
function frame(title: string, ...content: Node[]): { root: HTMLElement; title: HTMLElement } {
  const heading = element("p", "consent-title", title);
  heading.id = "consent-title";
  heading.tabIndex = -1;
  const root = element("section", "consent", heading, ...content);
  root.setAttribute("aria-labelledby", heading.id);
  return { root, title: heading };
}

/** The question. */
export function question(
  { strings, notice, providers }: Texts,
  purposes: readonly Purpose[],
  { grants, bySignal }: { grants: Grants; bySignal: boolean },
): View {
  const link = element("a", "", strings.more);
  link.href = notice;
  const boxes = purposes.map((purpose) => {
    const box = element("input", "");
    box.type = "checkbox";
    box.name = purpose;
    box.checked = !!grants[purpose];
    return box;
  });
  const rows = purposes.map((purpose, index) => {
    const { name, text } = strings.purposes[purpose];
    const said = text.replace("{{provider}}", providers[purpose] ?? "");
    return element("label", "consent-purpose", boxes[index]!, element("strong", "", name), ` ${said}`);
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
  const said = element("p", "", `${bySignal ? strings.signal : strings.body} `, link);
  const actions = element("div", "consent-actions", ...Object.values(buttons));
  return {
    ...frame(strings.title, said, checks, actions),
    checks,
    buttons,
    read: () => Object.fromEntries(boxes.map((box) => [box.name, box.checked])),
    expand(shown) {
      checks.hidden = !shown;
      buttons.choose.textContent = shown ? strings.save : strings.choose;
      buttons.choose.setAttribute("aria-expanded", String(shown));
    },
  };
}

/** The offer to end what already runs. */
export function offer({ strings }: Texts): {
  root: HTMLElement;
  title: HTMLElement;
  reload: HTMLButtonElement;
  later: HTMLButtonElement;
} {
  const reload = button(strings.reload_action);
  const later = button(strings.reload_later);
  const actions = element("div", "consent-actions", reload, later);
  return { ...frame(strings.saved, element("p", "", strings.reload), actions), reload, later };
}

/** A place from which a screen reader reads aloud what has changed. */
export function announcer(): HTMLElement {
  const made = element("p", "visually-hidden");
  made.setAttribute("role", "status");
  return made;
}
