// The fields of units that the development declares (`unit_fields` in site.yaml).
import type { DeclaredField, FieldPlace, LevelRow, Unit } from "../types.ts";

/** Begins the name of a declared field in the URL and among the columns. */
export const PREFIX = "campo_";

/** The key of the field with a unit's building, in a development with several. */
export const BUILDING = "building";

/** Whether a unit is on a level of a building; there is no building where there is only one. */
export function isOn(
  { level, fields }: Unit,
  floor: Pick<LevelRow, "level" | "building">,
): boolean {
  return level === floor.level && fields?.[BUILDING] === floor.building;
}

/** The fields that show at one of these places. */
export function shownIn(
  fields: readonly DeclaredField[],
  ...places: FieldPlace[]
): DeclaredField[] {
  return fields.filter((field) =>
    places.some((place) => field.places.includes(place)),
  );
}

/** The value of a unit as visitors read it; nothing when the unit has none. */
export function textOf(
  { text, fields }: Unit,
  key: string,
): string | number | undefined {
  return text.fields?.[key] ?? (fields?.[key] as string | number | undefined);
}

/** What a visitor can choose in the filter of a field, with its label: counts are at least the chosen one. */
export function offered(
  field: DeclaredField,
  units: readonly Unit[],
  yes: string,
): [string, string][] {
  const values = new Set(units.map((unit) => valueOf(unit, field.key)));
  if (field.kind === "yes_no") return [["true", yes]];
  if (field.kind === "choice")
    return field.options!.filter(([key]) => values.has(key));
  const counts = [...values].filter((value) => Number(value) > 0) as number[];
  return counts
    .sort((a, b) => a - b)
    .map((count) => [String(count), `${count}+`]);
}

/** The value of a unit, or its text where that is all it has. */
const valueOf = ({ text, fields }: Unit, key: string) =>
  fields?.[key] ?? text.fields?.[key];

/** Whether a unit has what the filter of a field asks for. */
export function fits(unit: Unit, key: string, wanted: string): boolean {
  const value = valueOf(unit, key);
  return typeof value === "number"
    ? value >= Number(wanted)
    : String(value) === wanted;
}
