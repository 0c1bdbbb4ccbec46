// Which units a visitor asked to see. Pure: a list and the choices in, the matching units out,
// in the order they came; a unit is never changed, lost or doubled.
import type { Unit, Use } from "../stores/unit.ts";

/** Centavos in a million pesos: prices are asked for in millions, as people say them. */
const MILLION = 100_000_000;

export interface Filters {
  /** Only units that are free. */
  available: boolean;
  /** Only units the visitor marked on this device. */
  favourites: boolean;
  use: Use | "";
  /** 0 stands for every level. */
  level: number;
  typology: string;
  /** Bounds as typed, "" for none: square metres, and millions of pesos before IVA. */
  areaMin: string;
  areaMax: string;
  priceMin: string;
  priceMax: string;
}

export const NO_FILTERS: Filters = {
  available: false,
  favourites: false,
  use: "",
  level: 0,
  typology: "",
  areaMin: "",
  areaMax: "",
  priceMin: "",
  priceMax: "",
};

/** The number a person typed, with a decimal point or comma, or null while it is none: then it bounds nothing. */
export function parseBound(text: string): number | null {
  return /^\d{1,6}([.,]\d{0,4})?$/.test(text.trim()) ? Number(text.replace(",", ".")) : null;
}

/** The test that a unit must pass; made once, so that a long list is tested within a frame. */
export function matcher(filters: Filters, marked: readonly string[]): (unit: Unit) => boolean {
  const favourites = filters.favourites && new Set(marked);
  const least = parseBound(filters.areaMin) ?? 0;
  const most = parseBound(filters.areaMax) ?? Infinity;
  const cheapest = (parseBound(filters.priceMin) ?? 0) * MILLION;
  const dearest = (parseBound(filters.priceMax) ?? Infinity) * MILLION;
  return (unit) =>
    (!filters.available || unit.status === "disponible") &&
    (!filters.use || unit.use === filters.use) &&
    (!filters.level || unit.level === filters.level) &&
    (!filters.typology || unit.typology === filters.typology) &&
    unit.area >= least &&
    unit.area <= most &&
    unit.price >= cheapest &&
    unit.price <= dearest &&
    (!favourites || favourites.has(unit.code));
}

/** How many filters are set. */
export function countFilters(filters: Filters): number {
  return (Object.keys(NO_FILTERS) as (keyof Filters)[]).filter((key) => filters[key] !== NO_FILTERS[key])
    .length;
}
