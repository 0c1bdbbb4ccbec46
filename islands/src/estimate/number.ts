// Parses numbers as visitors type them, exactly: "1,250.50", "1.250,50", "60,5", "$ 1 200", "12 %".

/** The number 1, in ten-thousandths. */
export const ONE = 10_000n;
const DECIMALS = 4;
/** Maximum number of digits before the decimal mark; no price, rent or area has more. */
const MAX_DIGITS = 12;

/**
 * The number in ten-thousandths, or null. The last "," or "." is the decimal mark, unless it must separate thousands: when it
 * occurs more than once, or is a comma with one to three digits before and exactly three after it ("1,250"; but not "0,125").
 */
export function parseNumber(typed: string): bigint | null {
  const text = typed.replace(
    /[\s\u00a0%]|[A-Z]{0,2}\p{Sc}|[A-Z]{3}(?![A-Z])|m²/giu,
    "",
  );
  if (!/^\d[\d.,]*$/.test(text)) return null;
  const mark =
    text.includes(",") && text.lastIndexOf(",") > text.lastIndexOf(".")
      ? ","
      : ".";
  const parts = text.split(mark);
  const groups = parts.length > 2 || /^[1-9]\d{0,2},\d{3}$/.test(text);
  const [whole, fraction = ""] = groups ? [text] : parts;
  const digits = whole!.replace(/[.,]/g, "");
  // All thousands must be separated, with the same sign.
  if (digits !== whole && !/^\d{1,3}(([.,])\d{3})(\2\d{3})*$/.test(whole!))
    return null;
  if (digits.length > MAX_DIGITS || fraction.length > DECIMALS) return null;
  return BigInt(digits + fraction.padEnd(DECIMALS, "0"));
}
