// JSON in the storage of the browser, which may be disabled, full or damaged.

type Area = "localStorage" | "sessionStorage";

/** The value stored under a key; null when there is none or it cannot be read. */
export function readStored(key: string, area: Area = "localStorage"): unknown {
  try {
    return JSON.parse(window[area].getItem(key)!);
  } catch {
    return null;
  }
}

/** Stores a value; what cannot be stored lasts for the page view. */
export function storeValue(
  key: string,
  value: unknown,
  area: Area = "localStorage",
): void {
  try {
    window[area].setItem(key, JSON.stringify(value));
  } catch {
    // Storage fails in private windows and when the disk is full.
  }
}
