// Sends a lead and reads the answer. It counts as sent only when the answer has a reference, because a captive portal, a
// proxy or a wrong host may answer 200 with a page.

import type { LeadAccepted, LeadRefused } from "../types.ts";

/** The result of a post. */
export type Answer =
  /** `reference`: the id that the lead function gave to the lead. */
  | { state: "sent"; reference: string }
  /** Error messages by field, in the language of the page. */
  | { state: "refused"; errors: Record<string, string> }
  /** `spent`: the key was already used for other values, so the next attempt needs a new one. */
  | { state: "offline" | "busy" | "failed"; spent?: boolean };

/** Milliseconds after which a post fails, so that the visitor can try again. */
export const TIMEOUT = 15_000;

/** Posts `lead` as JSON, also when `navigator.onLine` is false, which is sometimes wrong. Never throws. */
export async function send(action: string, lead: object): Promise<Answer> {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), TIMEOUT);
  try {
    const response = await fetch(action, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json" },
      body: JSON.stringify(lead),
      signal: stop.signal,
    });
    const { reference, errors } = (await response.json()) as Partial<LeadAccepted & LeadRefused>;
    if (response.ok && reference) return { state: "sent", reference };
    if (response.status === 422 && errors) return { state: "refused", errors };
    return { state: response.status === 429 ? "busy" : "failed", spent: response.status === 409 };
  } catch {
    return { state: navigator.onLine ? "failed" : "offline" };
  } finally {
    clearTimeout(timer);
  }
}
