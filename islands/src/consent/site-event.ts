// Events of islands for measurement. Callers check `TRACKED`, so that a site without third-party scripts has no calls.

/** The type of the DOM event. It bubbles; `detail` has `event` (the name) and its fields. */
export const SITE_EVENT = "site-event";

export function dispatchSiteEvent(
  from: EventTarget,
  detail: { event: string } & Record<string, unknown>,
): void {
  from.dispatchEvent(new CustomEvent(SITE_EVENT, { bubbles: true, detail }));
}
