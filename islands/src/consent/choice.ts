// The visitor's choice, kept on the device with the version it was made for and its date. A choice made for other
// third parties or another privacy notice counts no more.
import { purposes, settings, type Purpose } from "./settings.ts";

/** The key in the browser's storage; other tabs hear of a change by it. */
export const KEY = "consent";

/** What is allowed; absent is not allowed. */
export type Grants = Partial<Record<Purpose, boolean>>;

export interface Choice {
  version: string;
  /** When it was made: ISO 8601. */
  date: string;
  grants: Grants;
}

/** The choice that stands, if there is one. */
export function readChoice(): Choice | null {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY)!) as Choice | null;
    if (kept?.version !== settings.version) return null;
    // Only a plain yes is a yes.
    return { ...kept, grants: only((purpose) => kept.grants[purpose] === true) };
  } catch {
    return null;
  }
}

/** Makes a choice and keeps it; where nothing can be kept it holds for the page view. */
export function makeChoice(grants: Grants): Choice {
  const choice = {
    version: settings.version,
    date: new Date().toISOString(),
    grants: only((purpose) => grants[purpose] === true),
  };
  try {
    localStorage.setItem(KEY, JSON.stringify(choice));
  } catch {
    // Private windows and full disks refuse.
  }
  return choice;
}

/** An answer for each configured purpose. */
export const only = (allowed: (purpose: Purpose) => boolean): Grants =>
  Object.fromEntries(purposes.map((purpose) => [purpose, allowed(purpose)]));

/** Global Privacy Control: the browser already said no for its visitor, who may still say otherwise here. */
export const refusesBySignal = (): boolean =>
  !!(navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl;
