// The consent bar: a region at the bottom of the window, first in tab order, not modal; the page gets a margin of its height.
// It imports no module of the consent script, so that the bundler makes exactly two files.
import type { Grants } from "./choice.ts";
import type { Settings, Tracker } from "./scripts.ts";
import { fetchTexts } from "./texts.ts";
import type { ConsentTexts as Texts, Purpose } from "../types.ts";
import { offer, question } from "./view.ts";

/** Why and with what the bar opens. */
export interface OpenOptions {
  /** `ask`: there is no choice. `change`: the visitor opened it. `reload`: another tab withdrew consent. */
  why: "ask" | "change" | "reload";
  /** The element that opened the bar; it gets the focus back. */
  opener?: HTMLElement | undefined;
  /** The configured third parties by purpose. */
  trackers: Settings["trackers"];
  /** The current choice. */
  grants: Grants;
  /** The browser sends Global Privacy Control, and the visitor has not made a choice. */
  bySignal: boolean;
  /** True when there is a choice by now: another tab may have made one while this code was loading. */
  isAnswered(): boolean;
  /** Stores and applies the choice. Returns true when scripts are running that it does not allow. */
  decide(grants: Grants): boolean;
}

let current: { root: HTMLElement; opener?: HTMLElement | undefined } | undefined;
let region: HTMLElement | undefined;
const size = new ResizeObserver(([bar]) => {
  const { height } = bar!.target.getBoundingClientRect();
  document.documentElement.style.setProperty("--consent", `${height}px`);
});

/** Opens the bar, also when it is already open for another reason. */
export async function open(options: OpenOptions): Promise<void> {
  const texts = await fetchTexts();
  if (options.why === "ask" && options.isAnswered()) return;
  if (options.why === "reload") return offerReload(texts, options, options.grants);
  const purposes = Object.keys(options.trackers) as Purpose[];
  const view = question(texts, purposes, options);
  let expanded = options.why === "change";
  view.expand(expanded);
  const finish = (grants: Grants): void => {
    if (options.decide(grants)) return offerReload(texts, options, grants);
    forget(options, grants);
    close();
    announce(texts.strings.saved);
  };
  view.buttons.accept.onclick = () => finish(Object.fromEntries(purposes.map((purpose) => [purpose, true])));
  view.buttons.reject.onclick = () => finish({});
  view.buttons.choose.onclick = () => {
    if (expanded) return finish(view.read());
    view.expand((expanded = true));
  };
  view.root.onkeydown = ({ key }) => {
    if (key !== "Escape") return;
    if (options.why === "change" || !expanded) return close();
    view.expand((expanded = false));
    view.buttons.choose.focus();
  };
  place(view.root, options.opener);
  if (options.why === "change") view.title.focus();
  else announce(texts.strings.asked);
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
  if (focused) (opener ?? document.querySelector<HTMLElement>("main"))?.focus({ preventScroll: true });
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
  const domains = ["", ...parts.map((_, index) => `; domain=${parts.slice(index).join(".")}`)];
  for (const [purpose, { provider }] of Object.entries(trackers)) {
    if (grants[purpose as Purpose]) continue;
    for (const cookie of document.cookie.split("; ")) {
      const name = cookie.split("=")[0]!;
      if (!COOKIES[provider].test(name)) continue;
      for (const domain of domains) document.cookie = `${name}=; path=/; max-age=0${domain}`;
    }
  }
}

/** Running scripts end only with a reload, which this offers. Their cookies are removed at once. */
function offerReload(texts: Texts, options: OpenOptions, grants: Grants): void {
  const hadFocus = !!current?.root.contains(document.activeElement);
  forget(options, grants);
  const view = offer(texts);
  view.reload.onclick = () => location.reload();
  view.later.onclick = close;
  view.root.onkeydown = ({ key }) => {
    if (key === "Escape") close();
  };
  place(view.root, options.opener);
  if (hadFocus) view.title.focus();
  else announce(texts.strings.reload);
}

/** Inserts the bar first in the body, after the skip link, and sets the margin of the page. */
function place(root: HTMLElement, opener?: HTMLElement): void {
  size.disconnect();
  current?.root.remove();
  const skip = document.querySelector("body > .skip");
  if (skip) skip.after(root);
  else document.body.prepend(root);
  size.observe(root);
  document.documentElement.classList.add("has-consent");
  current = { root, opener };
}

/** Announces a text to screen readers. The live region must be in the document before its text changes. */
function announce(text: string): void {
  if (!region) {
    region = Object.assign(document.createElement("p"), { className: "visually-hidden" });
    region.setAttribute("role", "status");
    document.body.append(region);
  }
  region.textContent = "";
  requestAnimationFrame(() => requestAnimationFrame(() => (region!.textContent = text)));
}
