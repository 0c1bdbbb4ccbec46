// The units that a visitor compares: at most four, in the order in which they were selected.

/** A phone in landscape and a printed page have room for four columns. */
export const COMPARE_LIMIT = 4;

/** Adds or removes a code. A fifth code is not added. */
export function toggleCompared(codes: readonly string[], code: string): readonly string[] {
  if (codes.includes(code)) return codes.filter((other) => other !== code);
  return codes.length < COMPARE_LIMIT ? [...codes, code] : codes;
}
