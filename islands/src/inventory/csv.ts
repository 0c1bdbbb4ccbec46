// The shown rows as a CSV file that opens rightly in a spreadsheet: UTF-8 with a byte order
// mark, CRLF, quotes doubled (RFC 4180), and no text that a spreadsheet would run as a formula.

/** First characters that make a spreadsheet run a cell (OWASP, "CSV injection"). */
const FORMULA = /^[=+\-@\t\r]/;

function cell(value: string | number): string {
  if (typeof value === "number") return String(value);
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function toCsv(rows: readonly (readonly (string | number)[])[]): string {
  return `\ufeff${rows.map((row) => row.map(cell).join(",")).join("\r\n")}\r\n`;
}
