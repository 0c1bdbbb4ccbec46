// Tracking with consent (S26): no third-party script is loaded before the visitor allows it. The bar is a chunk of its own.
import type { OpenOptions } from "./bar.ts";
import { watchUnits } from "../page/unit.ts";
import {
  KEY,
  makeChoice,
  readChoice,
  refusesBySignal,
  type Choice,
} from "./choice.ts";
import { eventOf, readEvent } from "./events.ts";
import { send, setDefaults, update } from "./layer.ts";
import { load, loaded, purposes, settings } from "./scripts.ts";

let choice: Choice | null = null;

/** Applies a choice. Returns true when scripts are running that it does not allow. */
function apply(next: Choice): boolean {
  choice = next;
  update(next.grants);
  // Forms send it with the lead.
  document.documentElement.toggleAttribute(
    "data-measurement",
    !!next.grants.measurement,
  );
  for (const purpose of purposes) if (next.grants[purpose]) load(purpose);
  return [...loaded].some((purpose) => !next.grants[purpose]);
}

/** Closes the bar; does nothing before it was first opened. */
let hide = (): void => {};

/** Shows the bar: to ask, to change a choice, or to offer the reload that stops running scripts. */
async function show(
  why: OpenOptions["why"],
  opener?: HTMLElement,
): Promise<void> {
  const { open, close } = await import("./bar.ts");
  hide = close;
  await open({
    why,
    opener,
    trackers: settings.trackers,
    grants: choice?.grants ?? {},
    bySignal: !choice && refusesBySignal(),
    decide: (grants) => apply(makeChoice(grants)),
    isAnswered: () => !!choice,
  });
}

/** Called when another tab may have made a choice, and when the page returns from the back/forward cache. */
async function follow(): Promise<void> {
  const next = readChoice();
  if (!next || next.date === choice?.date) return;
  hide();
  if (apply(next)) await show("reload");
}

/** Starts. `early` are the events recorded so far; its `push` is replaced to receive later ones. */
export function start(early: Event[]): void {
  setDefaults();
  const stored = readChoice();
  if (stored) apply(stored);
  else if (refusesBySignal()) update({});
  const receive = (event: Event): number => {
    const entry = readEvent(event);
    if (entry) send(entry);
    return 0;
  };
  watchUnits((unit, place) => send(eventOf("unit_viewed", { unit, place })));
  early.splice(0).forEach(receive);
  early.push = receive;
  addEventListener("storage", ({ key }) => key === KEY && void follow());
  addEventListener("pageshow", ({ persisted }) => persisted && void follow());
  document.addEventListener("click", (event) => {
    const opener = (event.target as Element).closest<HTMLElement>(
      "[data-consent]",
    );
    if (!opener || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    // When the bar fails to load, follow the link.
    show("change", opener).catch(() =>
      location.assign((opener as HTMLAnchorElement).href),
    );
  });
  // When the bar fails to load, there is no choice and nothing is loaded.
  if (!stored && !refusesBySignal()) show("ask").catch(console.info);
}
