// Numbers as people type them: "1,250.50", "1.250,50", "60,5", "$ 1 200", "12 %". Exact, so as integers of
// ten-thousandths; a floating point number never holds money.

/** Parts of one. */
export const ONE = 10_000n;

const DECIMALS = 4;

/** Longest whole part: a million million is no price, rent or area. */
const LONGEST = 12;

/**
 * Ten-thousandths, or null for what is no number at all.
 *
 * The last of "," and "." is the decimal mark, unless it can only part thousands: a sign that comes more than once,
 * or a comma with exactly three digits after it and one to three before ("1,250"; "0,125" stays a decimal).
 */
export function parseNumber(typed: string): bigint | null {
  const text = typed.replace(/[\s\u00a0$%]|MXN|m²/gi, "");
  if (!/^\d[\d.,]*$/.test(text)) return null;
  const mark = text.includes(",") && text.lastIndexOf(",") > text.lastIndexOf(".") ? "," : ".";
  const parts = text.split(mark);
  const groups = parts.length > 2 || /^[1-9]\d{0,2},\d{3}$/.test(text);
  const [whole, fraction = ""] = groups ? [text] : parts;
  const digits = whole!.replace(/[.,]/g, "");
  // What parts thousands parts all of them, by one sign.
  if (digits !== whole && !/^\d{1,3}(([.,])\d{3})(\2\d{3})*$/.test(whole!)) return null;
  if (digits.length > LONGEST || fraction.length > DECIMALS) return null;
  return BigInt(digits + fraction.padEnd(DECIMALS, "0"));
}
