// Tracking with consent (S26): nothing of a third party is loaded before the visitor allows it. This script comes
// when the page is idle (page/consent.ts); what asks the visitor is a chunk of its own, loaded only to ask.
import type { Asked } from "./bar.ts";
import { KEY, makeChoice, only, readChoice, refusesBySignal, type Choice, type Grants } from "./choice.ts";
import { readEvent, watchUnits } from "./events.ts";
import { send, setDefaults, update } from "./layer.ts";
import { load, loaded } from "./scripts.ts";
import { purposes, settings } from "./settings.ts";

let choice: Choice | null = null;

/** Puts a choice into effect; answers true when scripts run that it no longer allows. */
function apply(next: Choice): boolean {
  choice = next;
  update(next.grants);
  for (const purpose of purposes) if (next.grants[purpose]) load(purpose);
  return [...loaded].some((purpose) => !next.grants[purpose]);
}

/** Closes the bar; nothing while it never opened. */
let hide = (): void => {};

/** Shows the bar: to ask, to change a choice, or to offer the reload that ends what already runs. */
async function show(why: Asked["why"], opener?: HTMLElement): Promise<void> {
  const { open, close } = await import("./bar.ts");
  hide = close;
  await open({
    why,
    opener,
    trackers: settings.trackers,
    grants: choice?.grants ?? only(() => false),
    bySignal: !choice && refusesBySignal(),
    decide: (grants: Grants) => apply(makeChoice(grants)),
    isAnswered: () => !!choice,
  });
}

/** Another tab chose, or this page came back from the back/forward cache. */
async function follow(): Promise<void> {
  const next = readChoice();
  if (!next || next.date === choice?.date) return;
  hide();
  if (apply(next)) await show("reload");
}

/** Begins; `early` are the events of the page until now, and its `push` hears of those to come. */
export function start(early: Event[]): void {
  setDefaults();
  const standing = readChoice();
  if (standing) apply(standing);
  else if (refusesBySignal()) update({});
  const hear = (event: Event): number => {
    const read = readEvent(event);
    if (read) send(read);
    return 0;
  };
  watchUnits(send);
  early.splice(0).forEach(hear);
  early.push = hear;
  addEventListener("storage", ({ key }) => key === KEY && void follow());
  addEventListener("pageshow", ({ persisted }) => persisted && void follow());
  document.addEventListener("click", (event) => {
    const opener = (event.target as Element).closest<HTMLElement>("[data-consent]");
    if (!opener || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    // Without the bar the link still does what it says.
    show("change", opener).catch(() => location.assign((opener as HTMLAnchorElement).href));
  });
  // Without the bar nobody is asked, and nothing is loaded.
  if (!standing && !refusesBySignal()) show("ask").catch(console.info);
}
