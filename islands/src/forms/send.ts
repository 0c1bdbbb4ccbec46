// Sending a lead and reading the answer. Success is said only when the function gave the lead a
// reference: a captive portal, a proxy or a wrong host may well answer 200 with a page.

/** How a post ended. */
export type Answer =
  /** `reference`: what the function calls the lead. */
  | { state: "sent"; reference: unknown }
  /** Messages by field, in the page's language. */
  | { state: "refused"; errors: Record<string, string> }
  /** `spent`: the key was used for something else, the next attempt needs another one. */
  | { state: "offline" | "busy" | "failed"; spent?: boolean };

/** How long a post may take, in milliseconds; then the visitor is told, and may try again. */
export const TIME_OUT = 15_000;

/** Posts `lead` as JSON, whatever the browser thinks of its connection: it is sometimes wrong. Never throws. */
export async function send(action: string, lead: object): Promise<Answer> {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), TIME_OUT);
  try {
    const response = await fetch(action, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json" },
      body: JSON.stringify(lead),
      signal: stop.signal,
    });
    const { reference, errors } = (await response.json()) as {
      reference?: unknown;
      errors?: Record<string, string>;
    };
    if (response.ok && reference) return { state: "sent", reference };
    if (response.status === 422 && errors) return { state: "refused", errors };
    return { state: response.status === 429 ? "busy" : "failed", spent: response.status === 409 };
  } catch {
    return { state: navigator.onLine ? "failed" : "offline" };
  } finally {
    clearTimeout(timer);
  }
}
