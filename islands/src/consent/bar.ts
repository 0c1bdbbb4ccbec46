// The consent bar: a region at the bottom of the window, first in tab order, not modal; the page gets a margin of its height.
// It imports no module of the consent script, so that the bundler makes exactly two files.
import type { Grants } from "./choice.ts";
import { fetchTexts, type Texts } from "./texts.ts";
import type { ConsentSettings, Purpose, Tracker } from "../types.ts";

/** Why and with what the bar opens. */
export interface OpenOptions {
  /** `ask`: there is no choice. `change`: the visitor opened it. `reload`: another tab withdrew consent. */
  why: "ask" | "change" | "reload";
  /** The element that opened the bar; it gets the focus back. */
  opener?: HTMLElement | undefined;
  /** The configured third parties by purpose. */
  trackers: ConsentSettings["trackers"];
  /** The current choice. */
  grants: Grants;
  /** The browser sends Global Privacy Control, and the visitor has not made a choice. */
  bySignal: boolean;
  /** True when there is a choice by now: another tab may have made one while this code was loading. */
  isAnswered(): boolean;
  /** Stores and applies the choice. Returns true when scripts are running that it does not allow. */
  decide(grants: Grants): boolean;
}

let current:
  { root: HTMLElement; opener?: HTMLElement | undefined } | undefined;
const size = new ResizeObserver(([bar]) => {
  const { height } = bar!.target.getBoundingClientRect();
  document.documentElement.style.setProperty("--consent", `${height}px`);
});

/** Opens the bar, also when it is already open for another reason. */
export async function open(options: OpenOptions): Promise<void> {
  const texts = await fetchTexts();
  const { why, opener } = options;
  if (why === "ask" && options.isAnswered()) return;
  if (why === "reload") return offerReload(texts, options, options.grants);
  place(
    question(texts, options),
    opener,
    why === "change" || texts.strings.asked,
  );
}

/** The bar that asks for a choice: text, a checkbox for each purpose, and three buttons of equal prominence. */
export function question(texts: Texts, options: OpenOptions): HTMLElement {
  const { why, trackers, grants, bySignal } = options;
  const { strings, notice, providers } = texts;
  const rows = (Object.keys(trackers) as Purpose[]).map((purpose) => {
    const box = Object.assign(element("input", ""), {
      type: "checkbox",
      name: purpose,
    });
    box.checked = !!grants[purpose];
    const { name, text } = strings.purposes[purpose];
    const explanation = text.replace("{{provider}}", providers[purpose] ?? "");
    return element(
      "label",
      "consent-purpose",
      box,
      element("strong", "", name),
      ` ${explanation}`,
    );
  });
  const legend = element("legend", "visually-hidden", strings.purposes_label);
  const checks = element("fieldset", "consent-purposes", legend, ...rows);
  checks.id = "consent-purposes";
  /** Makes the choice: of a purpose, with its checkbox. */
  const finish = (isAllowed: (box: HTMLInputElement) => boolean): void => {
    const boxes = [...checks.querySelectorAll("input")];
    const made: Grants = Object.fromEntries(
      boxes.map((box) => [box.name, isAllowed(box)]),
    );
    if (options.decide(made)) return offerReload(texts, options, made);
    forget(options, made);
    close();
    announce(strings.saved);
  };
  const accept = button(strings.accept, () => finish(() => true));
  const reject = button(strings.reject, () => finish(() => false));
  const choose = button(strings.choose, () =>
    checks.hidden ? expand(true) : finish((box) => box.checked),
  );
  choose.setAttribute("aria-controls", checks.id);
  /** Shows or hides the purposes; while they are shown, the button `choose` saves. */
  const expand = (isShown: boolean): void => {
    checks.hidden = !isShown;
    choose.textContent = isShown ? strings.save : strings.choose;
    choose.setAttribute("aria-expanded", String(isShown));
  };
  expand(why === "change");
  const onEscape = (): void => {
    if (why === "change" || checks.hidden) return close();
    expand(false);
    choose.focus();
  };
  const more = Object.assign(element("a", "", strings.more), { href: notice });
  const body = element(
    "p",
    "",
    `${bySignal ? strings.signal : strings.body} `,
    more,
  );
  const actions = element("div", "consent-actions", accept, reject, choose);
  return frame(onEscape, strings.title, body, checks, actions);
}

/** Removes the bar. When the focus was inside, it moves back to the opener. */
export function close(): void {
  if (!current) return;
  const { root, opener } = current;
  const focused = root.contains(document.activeElement);
  size.disconnect();
  root.remove();
  current = undefined;
  document.documentElement.classList.remove("has-consent");
  if (focused)
    (opener ?? document.querySelector<HTMLElement>("main"))?.focus({
      preventScroll: true,
    });
}

const COOKIES: Record<Tracker["provider"], RegExp> = {
  google: /^(_ga|_gid|_gat|_gcl|_dc_gtm)/,
  clarity: /^_cl(ck|sk)/,
  hotjar: /^_hj/,
  hubspot: /^(__hs|hubspotutk|messagesUtk)/,
  other: /^$/,
};

/** Removes the cookies of the third parties that are not allowed, as far as a script can: of this host and its parents. */
function forget({ trackers }: OpenOptions, grants: Grants): void {
  const parts = location.hostname.split(".");
  const domains = [
    "",
    ...parts.map((_, index) => `; domain=${parts.slice(index).join(".")}`),
  ];
  for (const [purpose, { provider }] of Object.entries(trackers)) {
    if (grants[purpose as Purpose]) continue;
    for (const cookie of document.cookie.split("; ")) {
      const name = cookie.split("=")[0]!;
      if (!COOKIES[provider].test(name)) continue;
      for (const domain of domains)
        document.cookie = `${name}=; path=/; max-age=0${domain}`;
    }
  }
}

/** Running scripts end only with a reload, which this offers. Their cookies are removed at once. */
function offerReload(texts: Texts, options: OpenOptions, grants: Grants): void {
  forget(options, grants);
  const hadFocus = current?.root.contains(document.activeElement);
  place(offer(texts), options.opener, hadFocus || texts.strings.reload);
}

/** The bar that offers a reload. */
export function offer({ strings }: Texts): HTMLElement {
  const reload = button(strings.reload_action, () => location.reload());
  const actions = element(
    "div",
    "consent-actions",
    reload,
    button(strings.reload_later, close),
  );
  return frame(close, strings.saved, element("p", "", strings.reload), actions);
}

/** The named region that is the bar. It is not a dialog and does not trap the focus. */
function frame(
  onEscape: () => void,
  title: string,
  ...content: Node[]
): HTMLElement {
  const heading = Object.assign(element("p", "consent-title", title), {
    id: "consent-title",
    tabIndex: -1,
  });
  const root = element("section", "consent", heading, ...content);
  root.setAttribute("aria-labelledby", heading.id);
  root.onkeydown = ({ key }) => {
    if (key === "Escape") onEscape();
  };
  return root;
}

/** Inserts the bar first in the body, after the skip link, and sets the margin of the page; focuses it or announces a text. */
function place(
  root: HTMLElement,
  opener: HTMLElement | undefined,
  announced: true | string,
): void {
  size.disconnect();
  current?.root.remove();
  const skip = document.querySelector("body > .skip");
  if (skip) skip.after(root);
  else document.body.prepend(root);
  size.observe(root);
  document.documentElement.classList.add("has-consent");
  current = { root, opener };
  if (announced === true) document.getElementById("consent-title")!.focus();
  else announce(announced);
}

const region = element("p", "visually-hidden");
region.setAttribute("role", "status");

/** Announces a text to screen readers. The live region must be in the document before its text changes. */
function announce(text: string): void {
  region.textContent = "";
  document.body.append(region);
  requestAnimationFrame(() =>
    requestAnimationFrame(() => (region.textContent = text)),
  );
}

const button = (text: string, onclick: () => void): HTMLButtonElement =>
  Object.assign(element("button", "button", text), {
    type: "button" as const,
    onclick,
  });

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
