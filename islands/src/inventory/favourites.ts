// The units that a visitor marked, stored only on this device; until the page is closed when storage fails.

/** The key in localStorage; the value is a JSON array of codes. */
export const FAVOURITES_KEY = "favourites";

/** Maximum number of stored codes; more than any visitor marks. */
const LIMIT = 500;

export function readFavourites(): string[] {
  try {
    const codes = new Set(
      JSON.parse(localStorage.getItem(FAVOURITES_KEY)!) as Iterable<unknown>,
    );
    return [...codes]
      .filter((code): code is string => typeof code === "string")
      .slice(0, LIMIT);
  } catch {
    return [];
  }
}

/** Marks or unmarks a code and returns all marks. Starts from the stored ones, so that open tabs do not undo each other. */
export function toggleFavourite(
  shown: readonly string[],
  code: string,
): string[] {
  const toggled = (codes: readonly string[]): string[] =>
    shown.includes(code)
      ? codes.filter((other) => other !== code)
      : [...new Set([...codes, code])];
  const codes = toggled(readFavourites());
  try {
    localStorage.setItem(FAVOURITES_KEY, JSON.stringify(codes));
    return codes;
  } catch {
    return toggled(shown);
  }
}
