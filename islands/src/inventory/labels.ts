// The labels of the rows, translated once: a translation per row would take longer than rendering the row.
import type { ReactNode } from "react";
import type { StatusLabels } from "../plan/status.tsx";
import type { UnitIslandProps } from "../selector/unit-links.ts";
import type { Translate } from "../strings.tsx";
import type { DeclaredField, PriceUnit, Unit } from "../types.ts";
import { COLUMNS, columnOf, type Column } from "./sort.ts";

/** The translated labels of the table. */
export interface Labels {
  columns: Record<Column, string>;
  /** The label of the area on a phone, without "m²", because a value with "m²" follows. */
  area: string;
  /** By number, in the order of the site. */
  levels: ReadonlyMap<number, string>;
  /** By the key of the use. */
  uses: Record<string, string>;
  status: StatusLabels;
  /** The fields that the development declares. */
  fields: readonly DeclaredField[];
  /** What visitors enter prices in. */
  priceUnit: PriceUnit;
  /** The cells of the units that were rendered with these labels. */
  cells: Map<Unit, ReactNode>;
}

/** Translates all labels. */
export function readLabels(
  t: Translate,
  { strings, levels, uses, unitFields = [], priceUnit }: UnitIslandProps,
): Labels {
  const columns = COLUMNS.map((column) => [column, t(column === "unit" ? "unit.label" : `unit.${column}`)]);
  return {
    columns: Object.fromEntries([
      ...columns,
      ...unitFields.map((field) => [columnOf(field), field.label]),
    ]) as Labels["columns"],
    fields: unitFields,
    area: t("inventory.area"),
    levels: new Map(levels.map(({ level, label }) => [level, label ?? String(level)])),
    uses: Object.fromEntries(Object.entries(uses).map(([key, { label }]) => [key, label])),
    status: strings.status as StatusLabels,
    priceUnit: priceUnit!,
    cells: new Map(),
  };
}
