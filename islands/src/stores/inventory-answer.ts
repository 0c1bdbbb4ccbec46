// Validates `/data/inventory.json`. An answer with another version, an older date, too few units or an invalid unit must
// not replace the data in the page.
import { STATUSES, type Unit } from "./unit.ts";

/** The version of the data file that this code reads. */
const VERSION = 1;

/** An answer with less than this share of the units in the page is considered an error of the source. */
const MINIMUM_SHARE = 0.5;

/** The inventory of one day, with the date as written in the language of the page. */
export interface InventoryData {
  date: string;
  dateLabel: string;
  units: readonly Unit[];
}

/** Never below zero; a level is, in a basement. */
const NUMBERS = ["bathrooms", "interior", "terrace", "area", "price"] as const;

function isUnit(value: unknown): value is Unit {
  const unit = value as Partial<Unit> | null;
  return (
    typeof unit?.code === "string" &&
    typeof unit.unit === "string" &&
    typeof unit.typology === "string" &&
    typeof unit.use === "string" &&
    STATUSES.includes(unit.status!) &&
    Number.isInteger(unit.level) &&
    NUMBERS.every((name) => Number.isFinite(unit[name]) && unit[name]! >= 0)
  );
}

/** The inventory with its date in `lang`, or null for an answer that must not replace `shown`. */
export function readInventory(answer: unknown, lang: string, shown: InventoryData): InventoryData | null {
  const { version, date, date_label, units } = (answer ?? {}) as Record<string, unknown>;
  const dateLabel = (date_label as Record<string, unknown> | undefined)?.[lang];
  if (
    version !== VERSION ||
    typeof date !== "string" ||
    !/^\d{4}-\d\d-\d\d$/.test(date) ||
    date < shown.date ||
    typeof dateLabel !== "string" ||
    !Array.isArray(units) ||
    !units.length ||
    units.length < shown.units.length * MINIMUM_SHARE ||
    !units.every(isUnit) ||
    new Set(units.map((unit) => unit.code)).size < units.length
  ) {
    return null;
  }
  return { date, dateLabel, units };
}
