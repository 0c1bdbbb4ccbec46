/** The most units of a comparison: a phone in landscape and a printed page have room for four columns. */
export const COMPARE_LIMIT = 4;
