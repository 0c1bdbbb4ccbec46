// The configured third parties, which the generator passes to the consent script in `CONSENT`.

import type { Purpose } from "../types.ts";

export interface Tracker {
  provider: "google" | "clarity" | "hotjar" | "hubspot" | "other";
  /** The id of the account; empty for a script that is configured by its URL. */
  id: string;
  src: string;
}

export interface Settings {
  /** Depends on the configured third parties and on the privacy notice. */
  version: string;
  /** The third party of each configured purpose, in the order of the bar. */
  trackers: Partial<Record<Purpose, Tracker>>;
}

/** The settings of this site. Parsed from a string, because esbuild would make a file of its own for an object. */
export const settings = JSON.parse(CONSENT) as Settings;

export const purposes = Object.keys(settings.trackers) as Purpose[];
