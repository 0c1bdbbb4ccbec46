// Decides which units match the filters.
import type { Unit } from "../types.ts";
import { fits } from "../stores/declared-fields.ts";

/** Matches every unit. */
export const NO_FILTERS = {
  /** Only available units. */
  available: false,
  /** Only units that the visitor marked on this device. */
  favourites: false,
  /** The key of a use. */
  use: "",
  /** The number of a level. */
  level: "",
  typology: "",
  /** Bounds as typed: in square metres, or in the unit of prices before IVA. */
  areaMin: "",
  areaMax: "",
  priceMin: "",
  priceMax: "",
  /** What is chosen of each declared field, by its key; never "". */
  fields: {} as Readonly<Record<string, string>>,
};

/** What the visitor has selected and typed; "" filters nothing. */
export type Filters = typeof NO_FILTERS;

/** Parses a bound with a decimal point or comma; null when it is not a number and so does not filter. */
export function parseBound(text: string): number | null {
  return /^\d{1,6}([.,]\d{0,4})?$/.test(text.trim()) ? Number(text.replace(",", ".")) : null;
}

/**
 * Returns the predicate for the filters; `priceUnit` has the minor units in what visitors enter prices in. They are parsed once,
 * so that a long list is tested within a frame.
 */
export function matcher(
  filters: Filters,
  marked: readonly string[],
  priceUnit: number,
): (unit: Unit) => boolean {
  const favourites = filters.favourites && new Set(marked);
  const smallest = parseBound(filters.areaMin) ?? 0;
  const largest = parseBound(filters.areaMax) ?? Infinity;
  const cheapest = (parseBound(filters.priceMin) ?? 0) * priceUnit;
  const mostExpensive = (parseBound(filters.priceMax) ?? Infinity) * priceUnit;
  const fields = Object.entries(filters.fields);
  return (unit) =>
    (!filters.available || unit.status === "disponible") &&
    (!filters.use || unit.use === filters.use) &&
    (!filters.level || unit.level === Number(filters.level)) &&
    (!filters.typology || unit.typology === filters.typology) &&
    unit.area >= smallest &&
    unit.area <= largest &&
    unit.price >= cheapest &&
    unit.price <= mostExpensive &&
    fields.every(([key, wanted]) => fits(unit, key, wanted)) &&
    (!favourites || favourites.has(unit.code));
}

/** How many filters are set. */
export function countFilters(filters: Filters): number {
  const { fields, ...others } = filters;
  const changed = Object.entries(others).filter(([key, value]) => value !== NO_FILTERS[key as keyof Filters]);
  return changed.length + Object.keys(fields).length;
}
