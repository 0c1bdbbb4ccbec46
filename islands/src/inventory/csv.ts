// CSV that spreadsheets open correctly: UTF-8 with a byte order mark, CRLF, doubled quotes (RFC 4180), and no text that
// a spreadsheet would run as a formula.

/** First characters with which a spreadsheet runs a cell as a formula (OWASP, "CSV injection"). */
const FORMULA = /^[=+\-@\t\r]/;

function cell(value: string | number): string {
  if (typeof value === "number") return String(value);
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Rows of cells as the text of a CSV file. */
export function toCsv(rows: readonly (readonly (string | number)[])[]): string {
  return `\ufeff${rows.map((row) => row.map(cell).join(",")).join("\r\n")}\r\n`;
}
