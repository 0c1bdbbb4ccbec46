// The choice of the visitor, stored on the device with its date and a version. The version depends on the configured
// third parties and the privacy notice; a choice with another version is ignored.
import { purposes, settings } from "./scripts.ts";
import type { Purpose } from "../types.ts";

/** The key in localStorage; other tabs get a `storage` event with it. */
export const KEY = "consent";

/** Which purposes are allowed; a missing one is not. */
export type Grants = Partial<Record<Purpose, boolean>>;

/** The stored choice, or null when there is none of the current version. */
export function readChoice(): Choice | null {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY)!) as Choice | null;
    if (kept?.version !== settings.version) return null;
    // Only `true` allows a purpose.
    return { ...kept, grants: only((purpose) => kept.grants[purpose] === true) };
  } catch {
    return null;
  }
}

/** Makes a choice and stores it. When storage fails, it lasts for the page view. */
export function makeChoice(grants: Grants) {
  const choice = {
    version: settings.version,
    /** When it was made: ISO 8601. */
    date: new Date().toISOString(),
    grants: only((purpose) => grants[purpose] === true),
  };
  try {
    localStorage.setItem(KEY, JSON.stringify(choice));
  } catch {
    // Storage fails in private windows and when the disk is full.
  }
  return choice;
}

export type Choice = ReturnType<typeof makeChoice>;

/** Grants with a value for every configured purpose. */
export const only = (allowed: (purpose: Purpose) => boolean): Grants =>
  Object.fromEntries(purposes.map((purpose) => [purpose, allowed(purpose)]));

/** True when the browser sends Global Privacy Control, a refusal that the visitor can still change here. */
export const refusesBySignal = (): boolean =>
  !!(navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl;
