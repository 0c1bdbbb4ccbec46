// The shown units as a file of the visitor's own.
import type { Unit } from "../stores/unit.ts";
import { toCsv } from "./csv.ts";
import type { Labels } from "./labels.ts";
import { COLUMNS } from "./sort.ts";

/** Rows as the table shows them; prices in pesos, areas in square metres, as plain numbers. */
export function csvOf(units: readonly Unit[], labels: Labels): string {
  const header = COLUMNS.map((column) => labels.columns[column] + (column === "price" ? labels.suffix : ""));
  return toCsv([
    header,
    ...units.map((unit) => [
      unit.code,
      labels.levels[unit.level] ?? unit.level,
      unit.bathrooms,
      unit.interior,
      unit.terrace,
      unit.area,
      unit.price / 100,
      unit.typology,
      labels.status[unit.status],
    ]),
  ]);
}

/** Hands the file over as a download named after the day of the data. */
export function downloadCsv(name: string, units: readonly Unit[], labels: Labels): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([csvOf(units, labels)], { type: "text/csv;charset=utf-8" }));
  link.download = name;
  link.click();
  // The browser reads the blob after the click; a revoked address would end the download.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
