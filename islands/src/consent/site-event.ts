// How an island tells what the page does not show. Calls stand behind `if (TRACKED)`, so that they cost nothing where
// no third party is configured: the bundler leaves them out.

/** Bubbles from where it happened; `detail` holds `event` and its fields. */
export const SITE_EVENT = "site-event";

/** Tells those who listen. */
export function tellSite(from: EventTarget, detail: { event: string } & Record<string, unknown>): void {
  from.dispatchEvent(new CustomEvent(SITE_EVENT, { bubbles: true, detail }));
}
