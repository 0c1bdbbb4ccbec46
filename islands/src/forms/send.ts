// Sends a lead. Only an answer with a reference counts: a captive portal or a wrong host may answer 200 with a page.

import type { LeadAccepted, LeadRefused } from "../types.ts";

export type Answer =
  /** `reference`: the id that the lead function gave to the lead. */
  | { state: "sent"; reference: string }
  /** Error messages by field, in the language of the page. */
  | { state: "refused"; errors: Record<string, string> }
  /** `spent`: the key was already used for other values, so the next attempt needs a new one. */
  | { state: "offline" | "busy" | "failed"; spent?: boolean };

/** Milliseconds after which a post fails, so that the visitor can try again. */
export const TIMEOUT = 15_000;

/** A post that was answered with a failure: the message is the body of the response, as it was sent. */
export type PostFailure = Error & { status: number };

/**
 * Posts `body` as JSON and returns the JSON of the answer. On failure the body of the response is thrown as the error
 * (specification, call 6, `POST /mail/send`; the lead function answers `/api/leads` alike).
 */
export async function post(url: string, body: object): Promise<unknown> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json" },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(TIMEOUT),
  });
  const text = await response.text();
  if (response.ok) return JSON.parse(text);
  throw Object.assign(new Error(text), { status: response.status });
}

/** Posts `lead`, also when `navigator.onLine` is false, which is sometimes wrong. Never throws. */
export async function send(action: string, lead: object): Promise<Answer> {
  try {
    const { reference } = (await post(action, lead)) as Partial<LeadAccepted>;
    return reference ? { state: "sent", reference } : { state: "failed" };
  } catch (error) {
    const { status, message } = error as PostFailure;
    if (!status) return { state: navigator.onLine ? "failed" : "offline" };
    const errors = status === 422 && errorsIn(message);
    if (errors) return { state: "refused", errors };
    return { state: status === 429 ? "busy" : "failed", spent: status === 409 };
  }
}

/** The errors by field in the body of a refusal; nothing when another server answered. */
function errorsIn(body: string): LeadRefused["errors"] | undefined {
  try {
    return (JSON.parse(body) as Partial<LeadRefused>).errors;
  } catch {
    return undefined;
  }
}
