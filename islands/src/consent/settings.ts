// What the generator tells the consent script (generator/src/trackers/settings.rs): who is configured for what.

/** What a visitor is asked about; also the keys of the strings and of the stored choice. */
export type Purpose = "measurement" | "heat_map" | "customer_relations";

/** One third-party script. */
export interface Tracker {
  provider: "google" | "clarity" | "hotjar" | "hubspot" | "other";
  /** The account; empty for a script known by its address. */
  id: string;
  src: string;
}

export interface Settings {
  /** Changes with what is configured and with the privacy notice. */
  version: string;
  /** In the order in which visitors are asked. */
  trackers: Partial<Record<Purpose, Tracker>>;
}

/** The settings of this site. As a text: an object would become a file of its own beside the script. */
export const settings = JSON.parse(CONSENT) as Settings;

/** The purposes that visitors are asked about, in this order. */
export const purposes = Object.keys(settings.trackers) as Purpose[];
