/** The most units of a list; the lead function accepts as many. */
export const LIST_LIMIT = 12;
