// The labels of rows and filters, translated once: a translation per row would take longer than rendering the row.
import { statusLabelsOf } from "../plan/status.tsx";
import type { UnitIslandProps } from "../selector/unit-links.ts";
import type { Translate } from "../strings.tsx";
import { offered, shownIn } from "../stores/declared-fields.ts";
import type { Unit } from "../types.ts";
import { COLUMNS, columnOf, type Column } from "./sort.ts";

export function readLabels(
  t: Translate,
  island: UnitIslandProps,
  units: readonly Unit[],
) {
  const { levels, uses, unitFields = [], priceUnit } = island;
  const columns = COLUMNS.map((column) => [
    column,
    t(column === "unit" ? "unit.label" : `unit.${column}`),
  ]);
  const ownColumns = shownIn(unitFields, "column").map((field) => [
    columnOf(field),
    field.label,
  ]);
  const filters = shownIn(unitFields, "filter");
  return {
    columns: Object.fromEntries([...columns, ...ownColumns]) as Record<
      Column,
      string
    >,
    fields: unitFields,
    /** Of the filter of a declared field, by its key: each value that a unit has, with its label. */
    options: Object.fromEntries(
      filters.map((field) => [field.key, offered(field, units, t("unit.yes"))]),
    ),
    /** The label of the area on a phone, without "m²", because a value with "m²" follows. */
    area: t("inventory.area"),
    /** By number, in the order of the site. */
    levels: new Map(
      levels.map(({ level, label }) => [level, label ?? String(level)]),
    ),
    uses: Object.fromEntries(
      Object.entries(uses).map(([key, { label }]) => [key, label]),
    ),
    status: statusLabelsOf(island),
    priceUnit: priceUnit!,
  };
}

export type Labels = ReturnType<typeof readLabels>;
