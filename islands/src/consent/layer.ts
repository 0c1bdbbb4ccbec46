// The data layer: the one way by which third parties hear of what happens here. Consent Mode comes first in it.
// Until the visitor has chosen, events wait in a short queue of this page view; a no empties it, and the next page
// begins with an empty one.
import type { Grants } from "./choice.ts";
import type { SiteEvent } from "./events.ts";

/** More events than this without an answer: the oldest go. */
const WAITING_LIMIT = 20;

type Entry = object | IArguments;

let waiting: SiteEvent[] = [];
let measured: boolean | undefined;

const layer = (): Entry[] => ((window as { dataLayer?: Entry[] }).dataLayer ??= []);

/** A command of Google's: it must be an `arguments` object, an array is not understood. */
function command(..._words: unknown[]): void {
  layer().push(arguments);
}

/** What Consent Mode is told. Nothing here asks for personal advertising, so nobody can have allowed it. */
function mode(grants: Grants): Record<string, "granted" | "denied"> {
  const say = (allowed?: boolean) => (allowed ? "granted" : "denied");
  return {
    ad_storage: say(grants.measurement),
    ad_user_data: say(grants.measurement),
    ad_personalization: "denied",
    analytics_storage: say(grants.measurement),
    functionality_storage: say(grants.customer_relations),
    personalization_storage: "denied",
    security_storage: "granted",
  };
}

/** The first entry: all is denied. */
export function setDefaults(): void {
  command("consent", "default", mode({}));
}

/** The visitor has chosen, or has chosen otherwise. */
export function update(grants: Grants): void {
  measured = !!grants.measurement;
  command("consent", "update", mode(grants));
  const events = waiting;
  waiting = [];
  events.forEach(send);
}

/** Tells an event to those who may hear it, now or when the visitor allows it in this page view. */
export function send(event: SiteEvent): void {
  if (measured) layer().push(event);
  else if (measured === undefined) waiting = [...waiting, event].slice(-WAITING_LIMIT);
}
