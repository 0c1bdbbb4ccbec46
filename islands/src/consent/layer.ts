// The data layer, through which third parties receive all events. Until there is a choice they wait; a refusal deletes them.
import type { Grants } from "./choice.ts";
import type { SiteEvent } from "./events.ts";

const WAITING_LIMIT = 20;

type Entry = object | IArguments;

const waiting: SiteEvent[] = [];
let measured: boolean | undefined;

const layer = (): Entry[] =>
  ((window as { dataLayer?: Entry[] }).dataLayer ??= []);

/** Adds a command for Google's scripts, which require an `arguments` object. */
function command(..._words: unknown[]): void {
  // eslint-disable-next-line prefer-rest-params -- Google's scripts ignore arrays
  layer().push(arguments);
}

/** The state for Consent Mode. Personalized advertising is always denied, because visitors are not asked for it. */
function mode(grants: Grants): Record<string, "granted" | "denied"> {
  const state = (allowed?: boolean) => (allowed ? "granted" : "denied");
  return {
    ad_storage: state(grants.measurement),
    ad_user_data: state(grants.measurement),
    ad_personalization: "denied",
    analytics_storage: state(grants.measurement),
    functionality_storage: state(grants.customer_relations),
    personalization_storage: "denied",
    security_storage: "granted",
  };
}

/** Adds the first entry: everything is denied. */
export function setDefaults(): void {
  command("consent", "default", mode({}));
}

/** Applies a choice: updates Consent Mode, and sends or deletes the waiting events. */
export function update(grants: Grants): void {
  measured = !!grants.measurement;
  command("consent", "update", mode(grants));
  waiting.splice(0).forEach(send);
}

/** Adds an event to the layer if measurement is allowed; without a choice the event waits. */
export function send(event: SiteEvent): void {
  if (measured) layer().push(event);
  else if (measured === undefined && waiting.push(event) > WAITING_LIMIT)
    waiting.shift();
}
