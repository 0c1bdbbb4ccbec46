// The choice of the visitor, stored on the device. It counts for one version: of the third parties and the privacy notice.
import { readStored, storeValue } from "../page/storage.ts";
import type { Purpose } from "../types.ts";
import { purposes, settings } from "./scripts.ts";

/** The key in localStorage; other tabs get a `storage` event with it. */
export const KEY = "consent";

/** Which purposes are allowed; a missing one is not. */
export type Grants = Partial<Record<Purpose, boolean>>;

/** The stored choice, or null when there is none of the current version. */
export function readChoice(): Choice | null {
  const kept = readStored(KEY) as Choice | null;
  if (kept?.version !== settings.version || !kept.grants) return null;
  return { ...kept, grants: configured(kept.grants) };
}

/** Makes a choice and stores it. */
export function makeChoice(grants: Grants) {
  const choice = {
    version: settings.version,
    /** When it was made: ISO 8601. */
    date: new Date().toISOString(),
    grants: configured(grants),
  };
  storeValue(KEY, choice);
  return choice;
}

export type Choice = ReturnType<typeof makeChoice>;

/** The grants of the configured purposes; only `true` allows one. */
const configured = (grants: Grants): Grants =>
  Object.fromEntries(
    purposes.map((purpose) => [purpose, grants[purpose] === true]),
  );

/** True when the browser sends Global Privacy Control, a refusal that the visitor can still change here. */
export const refusesBySignal = (): boolean =>
  !!(navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl;
