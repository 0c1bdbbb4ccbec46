// Tracking values (S22): stored from the URL of a page, so that a form on any later page can send them.
import { cut } from "./cut.ts";
import { readStored, storeValue } from "./storage.ts";
import { TRACKING_NAMES } from "../types.ts";

export interface Tracking {
  values: Partial<Record<(typeof TRACKING_NAMES)[number], string>>;
  /** The query string that the values came from, with its question mark. */
  query: string;
}

const KEY = "tracking";
/** Maximum length of a value; no real campaign needs more. */
export const VALUE_LIMIT = 200;

/** Stores the values of a query string, by default of the page's URL; one without any (a filter) changes nothing. */
export function storeTracking(search = location.search): void {
  const query = new URLSearchParams(search);
  if (!TRACKING_NAMES.some((name) => query.get(name))) return;
  const { asesor, tel } = readTracking().values;
  // A broker stays when a later campaign brings the visitor back, and goes with the telephone number when another one does.
  const values: Tracking["values"] = query.get("asesor") ? {} : { asesor, tel };
  for (const name of TRACKING_NAMES) {
    const value = query.get(name);
    if (value) values[name] = cut(value, VALUE_LIMIT);
  }
  storeValue(KEY, { values, query: search });
}

/** Removes the broker from the stored values. */
export function forgetBroker(): void {
  const { values, query } = readTracking();
  const kept = new URLSearchParams(query);
  for (const name of ["asesor", "tel"] as const) {
    delete values[name];
    kept.delete(name);
  }
  const text = String(kept);
  storeValue(KEY, { values, query: text && `?${text}` });
}

/** The stored values; empty when there are none. Extensions change them, too: a value may be anything, whatever its type says. */
export function readTracking(): Tracking {
  const { values, query = "" } = Object(readStored(KEY)) as Partial<Tracking>;
  return { values: Object(values) as Tracking["values"], query };
}
