// The order of the table. Equal values keep the order of the page. The prerender engine has no `localeCompare`.
import { STATUSES } from "../plan/status.tsx";
import { ownValue, PREFIX } from "../stores/fields.ts";
import type { Unit } from "../types.ts";
import { valueOf } from "./filter.ts";

/** The names in an order and in the URL of the fields that do not have the usual one. */
const NAMES: Readonly<Record<string, string>> = {
  code: "unidad",
  level: "nivel",
  bathrooms: "banos",
  interior: "interior",
  terrace: "terraza",
  area: "area",
  price: "precio",
  typology: "tipologia",
  status: "estatus",
};

/** Whether a field has a name of its own in the URL. */
export const isNamed = (key: string): boolean => Object.hasOwn(NAMES, key);

/** An order is the name of a field, after `-` to descend; "" is that of the page. */
export const nameOf = (key: string): string =>
  ownValue(NAMES, key) ?? PREFIX + key;

const keyOf = (name: string): string =>
  Object.keys(NAMES).find((key) => NAMES[key] === name) ??
  name.slice(PREFIX.length);

/** A key that sorts digits as numbers, with separators of thousands: "O-92" before "O-301", "$950,000" before "$3,200,000". */
const natural = (text: string): string =>
  text
    .replace(/[.,’\u{a0}](?=\d{3})/gu, "")
    .replace(/\d+/g, (digits) => digits.padStart(15, "0"));

/**
 * What a unit is sorted by; nothing when it lacks the field. Without a price or a rent it is last in both directions: prices and rents
 * are not compared.
 */
function sortKey(
  unit: Unit,
  key: string,
  sign: number,
): number | string | undefined {
  if (key === "price" || key === "rent") return unit[key] ?? sign * Infinity;
  if (key === "status") return STATUSES.indexOf(unit.status);
  const value = valueOf(unit, key);
  if (typeof value === "string")
    return natural(ownValue(unit.text.fields, key) ?? value);
  return value === undefined ? value : Number(value);
}

type Key = ReturnType<typeof sortKey>;

/** What a unit lacks comes first. */
const isBefore = (one: Key, other: Key): boolean =>
  other !== undefined && (one === undefined || one < other);

/** More than any price has minor units. */
const PRICE_LIMIT = 1e15;

/** A sorted copy; without an order by status and price, with those of a secondary use last. */
export function sortUnits(units: readonly Unit[], order: string): Unit[] {
  const name = order.replace(/^-/, "");
  const sign = name === order ? 1 : -1;
  const key = keyOf(name);
  const usual = ({ last, status, price }: Unit): number =>
    ((last ? 3 : 0) + STATUSES.indexOf(status)) * PRICE_LIMIT +
    (price ?? PRICE_LIMIT);
  return units
    .map((unit) => ({
      unit,
      key: order ? sortKey(unit, key, sign) : usual(unit),
    }))
    .sort((a, b) =>
      isBefore(a.key, b.key) ? -sign : isBefore(b.key, a.key) ? sign : 0,
    )
    .map((entry) => entry.unit);
}

/** The order after a press on a header: ascending, then descending, then the order of the page. */
export function nextOrder(order: string, key: string): string {
  const name = nameOf(key);
  return { none: name, ascending: `-${name}`, descending: "" }[
    ariaSort(order, key)
  ];
}

export function ariaSort(
  order: string,
  key: string,
): "ascending" | "descending" | "none" {
  if (order === nameOf(key)) return "ascending";
  return order === `-${nameOf(key)}` ? "descending" : "none";
}
