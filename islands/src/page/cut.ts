// Texts of visitors and of addresses, made shorter.

/**
 * At most `most` characters. Never half a character, and no half that an earlier cut left: `encodeURIComponent` throws at
 * one, and no JSON with one is UTF-8.
 */
export const cut = (text: string, most: number): string =>
  [...text.replace(/\p{Cs}/gu, "")].slice(0, most).join("");
