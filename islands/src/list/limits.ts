/** The most units of a list, and of a comparison; the lead function accepts as many. */
export const LIST_LIMIT = 12;
/** The most units of a printed comparison: a page has room for four columns. */
export const PRINT_LIMIT = 4;
