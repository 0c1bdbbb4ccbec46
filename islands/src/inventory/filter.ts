// What the filters offer, and which units match them.
import { ownValue } from "../stores/fields.ts";
import type { PriceUnit, Unit, UnitField } from "../types.ts";

/** How many units an empty list shows instead. */
const NEAREST = 4;

/** How far the interior may be from `areaNear`, percent. */
export const NEAR_PERCENT = 10;

/** Bounds as typed: in square metres, or in the unit of prices before IVA. `areaNear` is about the interior, which is what people use. */
export const NO_BOUNDS = {
  areaNear: "",
  areaMin: "",
  areaMax: "",
  priceMin: "",
  priceMax: "",
};

/** Matches every unit. */
export const NO_FILTERS = {
  /** "1" for available units only. */
  available: "",
  use: "",
  level: "",
  ...NO_BOUNDS,
  /** What is chosen of each other field, by its key; never "". */
  fields: {} as Readonly<Record<string, string>>,
};

/** What the visitor has selected and typed; "" filters nothing. */
export type Filters = typeof NO_FILTERS;

/** Parses a bound: `3.5`, `3,5`, `$3,500,000`, `45 m²`; null when it is not a number and so does not filter. */
export function parseBound(text: string): number | null {
  const plain = text.replace(/[\s$]|m.?$/g, "");
  // Two separators or more are those of thousands.
  const digits = /[.,]\d{3}[.,]/.test(plain)
    ? plain.replace(/[.,](?=\d{3}(\D|$))/g, "")
    : plain;
  return /^\d{1,12}([.,]\d{0,4})?$/.test(digits)
    ? Number(digits.replace(",", "."))
    : null;
}

/** The value by which units are compared and filtered, or its text where that is all that a unit has. */
export const valueOf = (unit: Unit, key: string): unknown =>
  ownValue(unit.fields, key) ??
  ownValue(unit as object as Record<string, unknown>, key) ??
  ownValue(unit.text.fields, key);

/** Whether the filter of a field has bounds to type; the others have choices. */
export const hasBounds = ({ kind }: UnitField): boolean =>
  kind === "number" || kind === "area";

/** The bounds of a filter as typed: `10-25` is from 10 to 25, `10-` at least 10. A count has only the least. */
export const boundsOf = (wanted: string): string[] => wanted.split("-");

/** The keys of a choice, which `|` divides: a unit may be both for sale and for rent. */
const keysOf = (value: unknown): string[] => String(value ?? "").split("|");

/** What a visitor can choose in the filter of a field, with its label: counts are at least the chosen one. */
export function offered(
  field: UnitField,
  units: readonly Unit[],
  yes: string,
): [string, string][] {
  const { key, kind, options } = field;
  if (hasBounds(field)) return [];
  const values = [...new Set(units.map((unit) => valueOf(unit, key)))];
  if (kind === "yes_no") return [["true", yes]];
  if (kind === "choice") {
    const known = [...new Set(values.flatMap(keysOf))].filter(Boolean);
    return (
      options?.filter(([key]) => known.includes(key)) ??
      known.sort().map((value) => [value, value])
    );
  }
  const counts = values.filter((value) => Number(value) > 0) as number[];
  return counts
    .sort((a, b) => a - b)
    .map((count) => [String(count), `${count}+`]);
}

/** Whether a unit has what the filter of a field asks for. */
function fits(unit: Unit, key: string, wanted: string): boolean {
  const value = valueOf(unit, key);
  if (typeof value !== "number") return keysOf(value).includes(wanted);
  const [least, most] = boundsOf(wanted).map(parseBound);
  return value >= (least ?? 0) && value <= (most ?? Infinity);
}

type Bounds = readonly [number, number];

/** The bounds in square metres and in minor units. A price of 1,000 million or 100,000 thousand was typed in the currency. */
export function readBounds(
  filters: Filters,
  { size, minor }: PriceUnit,
): { interior: Bounds; area: Bounds; price: Bounds } {
  const whole = Math.max(1000, (1e8 * minor) / size);
  const read = (text: string, none: number): number => parseBound(text) || none;
  const amount = (value: number): number =>
    value * (value >= whole && value < Infinity ? minor : size);
  const near = NEAR_PERCENT / 100;
  return {
    interior: [
      read(filters.areaNear, 0) * (1 - near),
      read(filters.areaNear, Infinity) * (1 + near),
    ],
    area: [read(filters.areaMin, 0), read(filters.areaMax, Infinity)],
    price: [
      amount(read(filters.priceMin, 0)),
      amount(read(filters.priceMax, Infinity)),
    ],
  };
}

/** How far a value is outside of bounds, as a share of the value; 0 within. A price on request is outside of all but open bounds. */
function distance(value: number | null, [least, most]: Bounds): number {
  if (value === null) return +(least > 0 || most < Infinity);
  return Math.max(0, least - value, value - most) / (value || 1);
}

/** How far a unit is from the areas and the price that are asked for; 0 when it has them. The interior of land is its area. */
function distanceTo(filters: Filters, priceUnit: PriceUnit) {
  const { interior, area, price } = readBounds(filters, priceUnit);
  return (unit: Unit): number =>
    distance(unit.interior || unit.area, interior) +
    distance(unit.area, area) +
    distance(unit.price, price);
}

/** The available units that are nearest in area and price to what the filters ask for, nearest first. */
export function nearest(
  units: readonly Unit[],
  filters: Filters,
  priceUnit: PriceUnit,
): Unit[] {
  const far = distanceTo(filters, priceUnit);
  const within = matcher(
    { ...filters, ...NO_BOUNDS, available: "1" },
    priceUnit,
  );
  return units
    .filter(within)
    .sort((a, b) => far(a) - far(b))
    .slice(0, NEAREST);
}

/** Returns the predicate for the filters. They are parsed once, so that a long list is tested within a frame. */
export function matcher(filters: Filters, priceUnit: PriceUnit) {
  const far = distanceTo(filters, priceUnit);
  const fields = Object.entries(filters.fields);
  return (unit: Unit): boolean =>
    (!filters.available || unit.status === "disponible") &&
    (!filters.use || unit.use === filters.use) &&
    (!filters.level || unit.level === Number(filters.level)) &&
    far(unit) === 0 &&
    fields.every(([key, wanted]) => fits(unit, key, wanted));
}

export function countFilters(filters: Filters): number {
  const { fields, ...others } = filters;
  return [...Object.values(others), ...Object.values(fields)].filter(Boolean)
    .length;
}
