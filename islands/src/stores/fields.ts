// The fields of units: the build sends their names, the places where each shows, and the texts of their values. What is written here
// for one field is only what the page treats in a way of its own.
import { statusOf } from "../plan/status.tsx";
import type { UnitIslandProps } from "../selector/unit-links.ts";
import type { FieldPlace, LevelRow, Unit, UnitField } from "../types.ts";

/** Begins the name of a field in the URL and in the class of its column, unless it has one of its own. */
export const PREFIX = "campo_";

/** The key of the field with a unit's building, in a development with several. */
export const BUILDING = "building";

/** The value of a key, which may be that of something that every object has: `constructor`. */
export function ownValue<Value>(
  values: Readonly<Record<string, Value>> | undefined,
  key: string,
): Value | undefined {
  return values && Object.hasOwn(values, key) ? values[key] : undefined;
}

/** Whether a unit is on a level of a building; there is no building where there is only one. */
export function isOn(
  { level, fields }: Unit,
  floor: Pick<LevelRow, "level" | "building">,
): boolean {
  return level === floor.level && fields?.[BUILDING] === floor.building;
}

/** The fields that show at a place, in their order there. */
export function fieldsAt(
  { fields, places }: UnitIslandProps,
  place: FieldPlace,
): UnitField[] {
  return (places[place] ?? []).flatMap(
    (key) => fields.find((field) => field.key === key) ?? [],
  );
}

/** The value of a unit in data: of a field that units may lack, or that every unit has. */
const sentOf = (unit: Unit, key: string): unknown =>
  ownValue(unit.fields, key) ??
  // What every unit has says with 0 or no letter that there is none.
  (ownValue(unit as object as Record<string, unknown>, key) || undefined);

/** The number of a unit for the comparison: square metres, or minor units of the currency. */
export const valueIn = (unit: Unit, key: string): number | undefined =>
  (ownValue(unit.text.amounts, key) ?? sentOf(unit, key)) as number | undefined;

/**
 * The value of a unit as visitors read it; nothing when the unit has none. `isLong` says the areas in square feet too, in languages
 * whose readers think in them.
 */
export function textOf(
  island: UnitIslandProps,
  unit: Unit,
  key: string,
  isLong?: boolean,
): string | number | undefined {
  const { level, use, text } = unit;
  if (key === "level")
    return island.levels.find((row) => isOn(unit, row))?.label ?? level;
  if (key === "use") return island.uses[use]?.label ?? use;
  if (key === "status") return statusOf(island, unit);
  return (
    (isLong ? ownValue(text.full, key) : undefined) ??
    ownValue(text.fields, key) ??
    (sentOf(unit, key) as string | number | undefined)
  );
}
