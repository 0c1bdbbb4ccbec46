// Validates the data file of the units. An answer with another version, an older date, too few units or an invalid unit
// must not replace the data in the page.
import type { InventoryData, Unit } from "../types.ts";
import { STATUSES } from "../plan/status.tsx";

/** The version of the data file that this code reads. */
const VERSION = 1;

/** An answer with less than this share of the units in the page is considered an error of the source. */
const MINIMUM_SHARE = 0.5;

const TEXTS = ["code", "unit", "typology", "use"] as const;
/** Never below zero; a level is, in a basement. */
const NUMBERS = ["interior", "terrace", "area", "price"] as const;
/** Of the values of declared fields. */
const VALUES = ["string", "number", "boolean"];
const SHOWN = ["interior", "area", "price", "total"] as const;

const isNumber = (value: unknown): boolean => Number.isFinite(value) && (value as number) >= 0;

function isUnit(value: unknown): value is Unit {
  const unit = value as Partial<Unit> | null;
  return (
    !!unit &&
    TEXTS.every((name) => typeof unit[name] === "string") &&
    STATUSES.includes(unit.status!) &&
    Number.isInteger(unit.level) &&
    NUMBERS.every((name) => isNumber(unit[name])) &&
    (unit.bathrooms === null || isNumber(unit.bathrooms)) &&
    Object.values(unit.fields ?? {}).every((value) => VALUES.includes(typeof value)) &&
    SHOWN.every((name) => typeof unit.text?.[name] === "string")
  );
}

/** The inventory, or null for an answer that must not replace `shown`. */
export function readInventory(
  answer: unknown,
  shown: Pick<InventoryData, "date" | "units">,
): InventoryData | null {
  const { version, date, dateLabel, units } = (answer ?? {}) as Partial<InventoryData>;
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
  return { version, date, dateLabel, units };
}
