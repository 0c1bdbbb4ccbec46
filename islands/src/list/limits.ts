/** The most units of a list; the lead function accepts as many. */
export const LIST_LIMIT = 12;
/** The most units of a comparison: a phone in landscape and a printed page have room for four columns. */
export const COMPARE_LIMIT = 4;
