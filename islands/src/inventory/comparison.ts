// The rows of a comparison: which decide, which are equal, and which value of a row is the best.
import { textOf, valueIn, fieldsAt } from "../stores/fields.ts";
import type { UnitIslandProps } from "../selector/unit-links.ts";
import type { Unit, UnitField } from "../types.ts";

/** A row of the table; each list has a value for each unit. */
export interface ComparisonRow {
  field: UnitField;
  texts: (string | undefined)[];
  /** Whether a value is the best of the row: the lowest amount or the largest area, where not all are alike. */
  best: boolean[];
}

export interface Comparison {
  /** The rows that differ. */
  rows: ComparisonRow[];
  /** The rows whose texts are equal. */
  same: ComparisonRow[];
}

/** Whether the price is on request: a unit for rent only has none. */
const isOnRequest = ({ price, rent }: Unit): boolean =>
  price === null && rent === undefined;

/**
 * The best of amounts is the lowest, of areas the largest; nothing else has one. Where a price is on request, nobody knows which amount
 * of a sale is the lowest. Nobody can choose a unit that is sold.
 */
function findBest(field: UnitField, units: readonly Unit[]): boolean[] {
  const isMoney = field.kind === "money";
  const isKnown = isMoney
    ? field.key === "rent" || !units.some(isOnRequest)
    : field.kind === "area";
  if (!isKnown) return units.map(() => false);
  const values = units.map((unit) =>
    unit.status === "vendido" ? undefined : valueIn(unit, field.key),
  );
  const present = values.filter((value) => value !== undefined);
  const best = isMoney ? Math.min(...present) : Math.max(...present);
  const isRanked = present.some((value) => value !== best);
  return values.map((value) => isRanked && value === best);
}

/** The text of a cell: a narrow one breaks an amount before its currency, and not between a sign and the tax, as in `+ IVA`. */
function cellText(
  island: UnitIslandProps,
  unit: Unit,
  { key, kind }: UnitField,
): string | undefined {
  const text = textOf(island, unit, key, true);
  if (text === undefined) return undefined;
  return kind === "money"
    ? String(text).replaceAll("\u00a0", " ").replaceAll("+ ", "+\u00a0")
    : String(text);
}

/** The fields that only repeat another one: without tax the total is the price, without a terrace the interior is the area. */
function repeatedKeys(units: readonly Unit[]): string[] {
  const keys: string[] = [];
  if (!units.some(({ text }) => text.fields.vat)) keys.push("total");
  if (!units.some(({ terrace }) => terrace)) keys.push("area");
  return keys;
}

/** The comparison of units. A single one has no equal rows. */
export function compareUnits(
  island: UnitIslandProps,
  units: readonly Unit[],
): Comparison {
  const repeated = repeatedKeys(units);
  const fields = fieldsAt(island, "comparison").filter(
    ({ key }) => !repeated.includes(key),
  );
  const all = fields.map((field) => {
    const texts = units.map((unit) => cellText(island, unit, field));
    return { field, texts, best: findBest(field, units) };
  });
  const known = all.filter(({ texts }) =>
    texts.some((text) => text !== undefined),
  );
  const isSame = ({ texts }: ComparisonRow): boolean =>
    units.length > 1 && texts.every((text) => text === texts[0]);
  return {
    rows: known.filter((row) => !isSame(row)),
    same: known.filter(isSame),
  };
}
