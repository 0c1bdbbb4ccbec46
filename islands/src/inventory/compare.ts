// The set of units a visitor puts side by side: at most four, in the order of choosing.

/** Four columns are what a phone turned sideways and a printed page can still show. */
export const COMPARE_LIMIT = 4;

/** Adds or removes a code; a fifth one leaves the set as it is. */
export function toggleCompared(codes: readonly string[], code: string): readonly string[] {
  if (codes.includes(code)) return codes.filter((other) => other !== code);
  return codes.length < COMPARE_LIMIT ? [...codes, code] : codes;
}
