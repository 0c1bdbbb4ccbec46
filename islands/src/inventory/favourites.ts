// The units that a visitor marked, stored only on this device. When storage is missing or full, the marks last until the
// page is closed.

/** The key in localStorage; the value is a JSON array of codes. */
export const FAVOURITES_KEY = "favourites";

/** Maximum number of stored codes; more than any visitor marks. */
const LIMIT = 500;

/** The codes in a stored value; none when it is not valid. */
export function parseFavourites(stored: string | null): string[] {
  try {
    const value: unknown = JSON.parse(stored ?? "[]");
    if (!Array.isArray(value)) return [];
    const codes = value.filter((code): code is string => typeof code === "string");
    return [...new Set(codes)].slice(0, LIMIT);
  } catch {
    return [];
  }
}

/** The stored codes. */
export function readFavourites(): string[] {
  try {
    return parseFavourites(localStorage.getItem(FAVOURITES_KEY));
  } catch {
    return [];
  }
}

/** Marks or unmarks a code and returns all marks. Starts from the stored ones, so that open tabs do not undo each other. */
export function toggleFavourite(shown: readonly string[], code: string): string[] {
  const kept = new Set(readFavourites());
  if (shown.includes(code)) kept.delete(code);
  else kept.add(code);
  const codes = [...kept];
  try {
    localStorage.setItem(FAVOURITES_KEY, JSON.stringify(codes));
    return codes;
  } catch {
    return shown.includes(code) ? shown.filter((other) => other !== code) : [...shown, code];
  }
}
