// Tracking values (S22): read from the address on page load and kept on the device together with the query
// string, so that the form sends where the visitor came from, however many pages later.

/** The names that count; a query with none of them (a filter, say) leaves what is kept as it is. */
export const TRACKING_NAMES = [
  "utm_campaign",
  "utm_medium",
  "ad",
  "utm_source",
  "cost",
  "sales",
  "utm_term",
  "utm_content",
  "utm_id",
  "adset",
] as const;

/** What a lead carries. */
export interface Tracking {
  values: Partial<Record<(typeof TRACKING_NAMES)[number], string>>;
  /** The query string of that visit, with its question mark. */
  query: string;
}

const KEY = "tracking";
/** Longest value and longest query string that is kept; more is nobody's campaign. */
const VALUE_LIMIT = 200;
const QUERY_LIMIT = 2000;

/** Keeps the values of a query string; by default those of the page's address. */
export function storeTracking(search = location.search): void {
  const query = new URLSearchParams(search);
  const values: Tracking["values"] = {};
  for (const name of TRACKING_NAMES) {
    const value = query.get(name);
    if (value) values[name] = value.slice(0, VALUE_LIMIT);
  }
  if (!Object.keys(values).length) return;
  try {
    localStorage.setItem(KEY, JSON.stringify({ values, query: search.slice(0, QUERY_LIMIT) }));
  } catch {
    // Storage is off: the visit counts as one without a campaign.
  }
}

/** The values that are kept; empty when there are none. */
export function readTracking(): Tracking {
  try {
    const { values = {}, query = "" } = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Tracking>;
    return { values, query };
  } catch {
    return { values: {}, query: "" };
  }
}
