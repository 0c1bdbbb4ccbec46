// The order of the table. Pure: returns a new list with the same units. Equal values keep the
// order of the page, in both directions. Text is compared by keys, never by `localeCompare`,
// because the prerender engine does not collate.
import { STATUSES, type Unit } from "../stores/unit.ts";

/** In the order of the table's columns (spec 2.3), status last. */
export const COLUMNS = [
  "unit",
  "level",
  "bathrooms",
  "interior",
  "terrace",
  "area",
  "price",
  "typology",
  "status",
] as const;

export type Column = (typeof COLUMNS)[number];

export interface Order {
  column: Column;
  descending: boolean;
}

/** "O-92" stands before "O-301": digits compare as numbers. */
function natural(text: string): string {
  return text.replace(/\d+/g, (digits) => digits.padStart(9, "0"));
}

function sortKey(unit: Unit, column: Column): number | string {
  if (column === "unit") return natural(unit.code);
  if (column === "status") return STATUSES.indexOf(unit.status);
  return column === "typology" ? natural(unit.typology) : unit[column];
}

export function sortUnits(units: readonly Unit[], order: Order | null): Unit[] {
  if (!order) return [...units];
  const sign = order.descending ? -1 : 1;
  return units
    .map((unit) => ({ unit, key: sortKey(unit, order.column) }))
    .sort((a, b) => (a.key < b.key ? -sign : a.key > b.key ? sign : 0))
    .map((entry) => entry.unit);
}

/** A press on a header: ascending, then descending, then the page's own order again. */
export function nextOrder(order: Order | null, column: Column): Order | null {
  if (order?.column !== column) return { column, descending: false };
  return order.descending ? null : { column, descending: true };
}

/** The value of `aria-sort` for a column's header. */
export function ariaSort(order: Order | null, column: Column): "ascending" | "descending" | "none" {
  if (order?.column !== column) return "none";
  return order.descending ? "descending" : "ascending";
}
