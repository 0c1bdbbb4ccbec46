// The order of the table. Equal values keep the order of the page. The prerender engine has no `localeCompare`.
import { STATUSES } from "../plan/status.tsx";
import type { Unit } from "../types.ts";
import { PREFIX, textOf } from "../stores/declared-fields.ts";

/** The columns of the table in their order (spec 2.3), then the status. */
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

type OwnColumn = `${typeof PREFIX}${string}`;

/** A column of every inventory, or that of a declared field. */
export type Column = (typeof COLUMNS)[number] | OwnColumn;

export const columnOf = ({ key }: { key: string }): OwnColumn => `${PREFIX}${key}`;

const isOwn = (column: Column): column is OwnColumn => column.startsWith(PREFIX);

export interface Order {
  column: Column;
  descending: boolean;
}

/** A key that sorts digits as numbers: "O-92" before "O-301". */
const natural = (text: string): string => text.replace(/\d+/g, (digits) => digits.padStart(9, "0"));

/** What the platform does not say comes first. */
function sortKey(unit: Unit, column: Column): number | string {
  if (column === "unit") return natural(unit.code);
  if (column === "status") return STATUSES.indexOf(unit.status);
  if (!isOwn(column)) return column === "typology" ? natural(unit.typology) : (unit[column] ?? -1);
  const key = column.slice(PREFIX.length);
  const value = unit.fields?.[key];
  return typeof value === "string" ? natural(String(textOf(unit, key))) : Number(value ?? -1);
}

/** More than any price has minor units. */
const PRICE_LIMIT = 1e13;

/** A sorted copy; without an order by status and price, with those of a secondary use last. */
export function sortUnits(units: readonly Unit[], order: Order | null): Unit[] {
  const sign = order?.descending ? -1 : 1;
  const keyOf = (unit: Unit) =>
    order
      ? sortKey(unit, order.column)
      : ((unit.last ? 3 : 0) + STATUSES.indexOf(unit.status)) * PRICE_LIMIT + unit.price;
  return units
    .map((unit) => ({ unit, key: keyOf(unit) }))
    .sort((a, b) => (a.key < b.key ? -sign : a.key > b.key ? sign : 0))
    .map((entry) => entry.unit);
}

/** The order after a press on a header: ascending, then descending, then the order of the page. */
export function nextOrder(order: Order | null, column: Column): Order | null {
  if (order?.column !== column) return { column, descending: false };
  return order.descending ? null : { column, descending: true };
}

export function ariaSort(order: Order | null, column: Column): "ascending" | "descending" | "none" {
  if (order?.column !== column) return "none";
  return order.descending ? "descending" : "ascending";
}
