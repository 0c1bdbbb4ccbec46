// The download of the shown units as CSV. Loaded lazily. Spreadsheets open it correctly: UTF-8 with a byte order mark, CRLF,
// doubled quotes (RFC 4180), and no text that a spreadsheet would run as a formula.
import type { Unit } from "../types.ts";
import type { Labels } from "./labels.ts";
import { COLUMNS, columnOf } from "./sort.ts";
import { textOf } from "../stores/declared-fields.ts";

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

/** The columns of the table as CSV, with prices in units of the currency and areas in square metres as plain numbers. */
export function csvOf(units: readonly Unit[], labels: Labels): string {
  const suffix = units.some(({ text }) => text.vat) ? ` ${labels.vatSuffix}` : "";
  const own = labels.fields.map(({ key }) => key);
  const columns = [...COLUMNS, ...labels.fields.map(columnOf)];
  const header = columns.map(
    (column) =>
      labels.columns[column] + (column === "price" ? `${suffix} (${labels.priceUnit.currency})` : ""),
  );
  return toCsv([
    header,
    ...units.map((unit) => [
      unit.code,
      labels.levels.get(unit.level) ?? unit.level,
      unit.bathrooms ?? "",
      unit.interior,
      unit.terrace,
      unit.area,
      unit.price / labels.priceUnit.minor,
      unit.typology,
      labels.status[unit.status],
      ...own.map((key) => {
        const value = unit.fields?.[key];
        return typeof value === "number" ? value : (textOf(unit, key) ?? "");
      }),
    ]),
  ]);
}

/** Starts the download of the CSV file as `name`. */
export function downloadCsv(name: string, units: readonly Unit[], labels: Labels): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([csvOf(units, labels)], { type: "text/csv;charset=utf-8" }));
  link.download = name;
  link.click();
  // The browser reads the blob after the click; revoking the URL at once would abort the download.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
