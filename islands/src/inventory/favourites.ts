// The units a visitor marked, kept on this device alone. Storage that is missing, full or
// holds something else is no error: the marks then last as long as the page.

export const FAVOURITES_KEY = "favourites";

/** More than any visitor marks; keeps a damaged store from growing the page. */
const LIMIT = 500;

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

export function readFavourites(): string[] {
  try {
    return parseFavourites(localStorage.getItem(FAVOURITES_KEY));
  } catch {
    return [];
  }
}

/** Marks or unmarks a code; starts from the store, so that two open tabs do not undo each other. */
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
