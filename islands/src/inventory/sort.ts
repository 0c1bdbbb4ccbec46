// The order of the table. Equal values keep the order of the page. The prerender engine has no `localeCompare`.
import { STATUSES } from "../plan/status.tsx";
import type { Unit } from "../types.ts";
import { PREFIX, textOf } from "../stores/declared-fields.ts";

/** The columns of the table in their order (spec 2.3), then the status, with their names in an order and in the URL. */
const NAMES = {
  unit: "unidad",
  level: "nivel",
  bathrooms: "banos",
  interior: "interior",
  terrace: "terraza",
  area: "area",
  price: "precio",
  typology: "tipologia",
  status: "estatus",
};
export const COLUMNS = Object.keys(NAMES) as (keyof typeof NAMES)[];

type OwnColumn = `${typeof PREFIX}${string}`;

/** A column of every inventory, or that of a declared field. */
export type Column = keyof typeof NAMES | OwnColumn;

export const columnOf = ({ key }: { key: string }): OwnColumn =>
  `${PREFIX}${key}`;

const isOwn = (column: Column): column is OwnColumn =>
  column.startsWith(PREFIX);

/** An order is the name of a column, after `-` to descend; "" is that of the page. */
export const nameOf = (column: Column): string =>
  isOwn(column) ? column : NAMES[column];

/** A key that sorts digits as numbers: "O-92" before "O-301". */
const natural = (text: string): string =>
  text.replace(/\d+/g, (digits) => digits.padStart(9, "0"));

/** What the platform does not say comes first. */
function sortKey(unit: Unit, column: Column): number | string {
  if (column === "unit") return natural(unit.code);
  if (column === "status") return STATUSES.indexOf(unit.status);
  if (!isOwn(column))
    return column === "typology"
      ? natural(unit.typology)
      : (unit[column] ?? -1);
  const key = column.slice(PREFIX.length);
  const value = unit.fields?.[key];
  return typeof value === "string"
    ? natural(String(textOf(unit, key)))
    : Number(value ?? -1);
}

/** More than any price has minor units. */
const PRICE_LIMIT = 1e15;

/** A sorted copy; without an order by status and price, with those of a secondary use last. */
export function sortUnits(units: readonly Unit[], order: string): Unit[] {
  const name = order.replace(/^-/, "");
  const sign = name === order ? 1 : -1;
  const column =
    COLUMNS.find((column) => NAMES[column] === name) ?? (name as OwnColumn);
  const keyOf = (unit: Unit) =>
    order
      ? sortKey(unit, column)
      : ((unit.last ? 3 : 0) + STATUSES.indexOf(unit.status)) * PRICE_LIMIT +
        unit.price;
  return units
    .map((unit) => ({ unit, key: keyOf(unit) }))
    .sort((a, b) => (a.key < b.key ? -sign : a.key > b.key ? sign : 0))
    .map((entry) => entry.unit);
}

/** The order after a press on a header: ascending, then descending, then the order of the page. */
export function nextOrder(order: string, column: Column): string {
  const name = nameOf(column);
  return { none: name, ascending: `-${name}`, descending: "" }[
    ariaSort(order, column)
  ];
}

export function ariaSort(
  order: string,
  column: Column,
): "ascending" | "descending" | "none" {
  if (order === nameOf(column)) return "ascending";
  return order === `-${nameOf(column)}` ? "descending" : "none";
}
