// The labels of rows and filters, translated once: a translation per row would take longer than rendering the row.
import { statusLabelsOf } from "../plan/status.tsx";
import type { UnitIslandProps } from "../selector/unit-links.ts";
import type { Translate } from "../strings.tsx";
import { fieldsAt, textOf } from "../stores/fields.ts";
import type { Unit } from "../types.ts";
import { offered } from "./filter.ts";

export function readLabels(
  t: Translate,
  island: UnitIslandProps,
  units: readonly Unit[],
) {
  const { levels, uses, priceUnit } = island;
  const columns = fieldsAt(island, "column");
  const onCard = fieldsAt(island, "card");
  const filters = fieldsAt(island, "filter");
  // What only cards show is before the status, or at the end.
  const status = columns.findIndex(({ key }) => key === "status");
  const split = status < 0 ? columns.length : status;
  return {
    /** The fields with a column. */
    columns,
    /** The fields with a cell in every row: those with a column, and those that only a phone's card shows. */
    cells: [
      ...columns.slice(0, split),
      ...onCard.filter((field) => !columns.includes(field)),
      ...columns.slice(split),
    ],
    onCard,
    filters,
    /** Of the filter of a field, by its key: each value that a unit has, with its label. */
    options: Object.fromEntries(
      filters.map((field) => [field.key, offered(field, units, t("unit.yes"))]),
    ),
    /** The label of the area on a phone, without "m²", because a value with "m²" follows. */
    area: t("inventory.area"),
    /** By number, in the order of the site; without those that nothing names, of land and sheds. */
    levels: new Map(
      levels.flatMap(({ level, label = String(level) }) =>
        label ? [[level, label] as const] : [],
      ),
    ),
    /** Whether the interior of a unit may differ from its area. */
    hasTerraces: units.some(({ terrace }) => terrace > 0),
    uses: Object.fromEntries(
      Object.entries(uses).map(([key, { label }]) => [key, label]),
    ),
    status: statusLabelsOf(island),
    priceUnit: priceUnit!,
  };
}

/** Units in groups of those whose rows say the same but for code and level, each where its first unit is. */
export function groupEqual(
  island: UnitIslandProps,
  { cells }: Labels,
  units: readonly Unit[],
): Unit[][] {
  const keys = cells
    .map(({ key }) => key)
    .filter((key) => key !== "code" && key !== "level");
  const groups = new Map<string, Unit[]>();
  for (const unit of units) {
    const { use, price, status } = unit;
    const row = JSON.stringify([
      [use, price, status],
      keys.map((key) => textOf(island, unit, key)),
    ]);
    const group = groups.get(row);
    if (group) group.push(unit);
    else groups.set(row, [unit]);
  }
  return [...groups.values()];
}

export type Labels = ReturnType<typeof readLabels>;
