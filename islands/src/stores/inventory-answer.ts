// Reads `/data/inventory.json`. Answers null for whatever must not replace the page's data:
// another version, an older date, an empty or half list, a unit that does not make sense.
import { STATUSES, type Unit } from "./unit.ts";

/** The version of the data file that this code can read. */
const VERSION = 1;

/** Fewer units than this share of what the page shows is a fault of the source, not news. */
const LEAST_SHARE = 0.5;

export interface InventoryData {
  date: string;
  dateLabel: string;
  units: readonly Unit[];
}

const NUMBERS = ["level", "bathrooms", "interior", "terrace", "area", "price"] as const;

function isUnit(value: unknown): value is Unit {
  const unit = value as Partial<Unit> | null;
  return (
    typeof unit?.code === "string" &&
    typeof unit.unit === "string" &&
    typeof unit.typology === "string" &&
    (unit.use === "oficina" || unit.use === "local") &&
    STATUSES.includes(unit.status!) &&
    NUMBERS.every((name) => Number.isFinite(unit[name]) && unit[name]! >= 0)
  );
}

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
    units.length < shown.units.length * LEAST_SHARE ||
    !units.every(isUnit) ||
    new Set(units.map((unit) => unit.code)).size < units.length
  ) {
    return null;
  }
  return { date, dateLabel, units };
}
