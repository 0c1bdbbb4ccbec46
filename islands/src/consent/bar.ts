// The consent bar: a region at the bottom of the window, first in the order of reading and of the Tab key. It locks
// nothing in and hides nothing: the page scrolls clear of it, and Escape leaves everything undecided.
// It imports nothing that the consent script has too, so that each stays one file.
import type { Grants } from "./choice.ts";
import { removeCookies } from "./cookies.ts";
import type { Purpose, Settings } from "./settings.ts";
import { fetchTexts, type Texts } from "./texts.ts";
import { announcer, offer, question } from "./view.ts";

/** What the bar is opened for. */
export interface Asked {
  /** `ask`: no choice stands. `change`: the visitor wants to see it. `reload`: another tab withdrew. */
  why: "ask" | "change" | "reload";
  /** What was pressed; it gets the focus back. */
  opener?: HTMLElement | undefined;
  /** What may be loaded, by purpose. */
  trackers: Settings["trackers"];
  /** What is allowed now. */
  grants: Grants;
  /** The browser's signal said no, and the visitor has not said otherwise. */
  bySignal: boolean;
  /** True when a choice stands now: another tab may have made one while this came. */
  isAnswered(): boolean;
  /** Takes the choice; true when scripts run that it no longer allows. */
  decide(grants: Grants): boolean;
}

let open_: { root: HTMLElement; opener?: HTMLElement | undefined; size: ResizeObserver } | undefined;
let live: HTMLElement | undefined;

/** Opens the bar, or opens it anew for another reason. */
export async function open(asked: Asked): Promise<void> {
  const texts = await fetchTexts();
  if (asked.why === "ask" && asked.isAnswered()) return;
  if (asked.why === "reload") return offerReload(texts, asked, asked.grants);
  const purposes = Object.keys(asked.trackers) as Purpose[];
  const all = (allowed: boolean) => Object.fromEntries(purposes.map((purpose) => [purpose, allowed]));
  const view = question(texts, purposes, asked);
  let expanded = asked.why === "change";
  view.expand(expanded);
  const finish = (grants: Grants): void => {
    if (asked.decide(grants)) return offerReload(texts, asked, grants);
    forget(asked, grants);
    close();
    say(texts.strings.saved);
  };
  view.buttons.accept.onclick = () => finish(all(true));
  view.buttons.reject.onclick = () => finish(all(false));
  view.buttons.choose.onclick = () => {
    if (expanded) return finish(view.read());
    view.expand((expanded = true));
  };
  view.root.onkeydown = ({ key }) => {
    if (key !== "Escape") return;
    if (asked.why === "change" || !expanded) return close();
    view.expand((expanded = false));
    view.buttons.choose.focus();
  };
  place(view.root, asked.opener);
  if (asked.why === "change") view.title.focus();
  else say(texts.strings.asked);
}

/** Takes the bar away; focus that was in it goes back to where it came from. */
export function close(): void {
  if (!open_) return;
  const { root, opener, size } = open_;
  const focused = root.contains(document.activeElement);
  size.disconnect();
  root.remove();
  open_ = undefined;
  document.documentElement.classList.remove("has-consent");
  if (focused) (opener ?? document.querySelector<HTMLElement>("main"))?.focus({ preventScroll: true });
}

/** Removes the cookies of what is not allowed. */
function forget({ trackers }: Asked, grants: Grants): void {
  for (const [purpose, { provider }] of Object.entries(trackers))
    if (!grants[purpose as Purpose]) removeCookies(provider);
}

/** Scripts cannot be taken out of a page: only a reload ends them. Their cookies go at once. */
function offerReload(texts: Texts, asked: Asked, grants: Grants): void {
  const wasHere = !!open_?.root.contains(document.activeElement);
  forget(asked, grants);
  const view = offer(texts);
  view.reload.onclick = () => location.reload();
  view.later.onclick = close;
  view.root.onkeydown = ({ key }) => {
    if (key === "Escape") close();
  };
  place(view.root, asked.opener);
  if (wasHere) view.title.focus();
  else say(texts.strings.reload);
}

/** Puts the bar first in the body, after the link that skips to the content, and makes the page clear of it. */
function place(root: HTMLElement, opener?: HTMLElement): void {
  if (open_) {
    open_.size.disconnect();
    open_.root.remove();
  }
  const page = document.documentElement;
  const size = new ResizeObserver(() =>
    page.style.setProperty("--consent", `${root.getBoundingClientRect().height}px`),
  );
  const skip = document.querySelector("body > .skip");
  if (skip) skip.after(root);
  else document.body.prepend(root);
  size.observe(root);
  page.classList.add("has-consent");
  open_ = { root, opener, size };
}

/** Tells screen readers; the place must stand before its text comes. */
function say(text: string): void {
  if (!live) document.body.append((live = announcer()));
  live.textContent = "";
  requestAnimationFrame(() => requestAnimationFrame(() => (live!.textContent = text)));
}
