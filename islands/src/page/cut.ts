// Texts of visitors and of addresses, made shorter.

/**
 * At most `most` characters of a text, however long; "" for anything else, which a damaged storage may have. Never half a
 * character, and no half that an earlier cut left: `encodeURIComponent` throws at one, and no JSON with one is UTF-8.
 */
export const cut = (text: unknown, most: number): string =>
  typeof text === "string"
    ? [...text.slice(0, 2 * most).replace(/\p{Cs}/gu, "")]
        .slice(0, most)
        .join("")
    : "";
