// The labels of the rows, translated once per render: a translation per row would take longer than rendering the row.
import type { StatusLabels } from "../plan/status.tsx";
import { priceSuffix, type UnitIslandProps } from "../selector/unit-links.ts";
import type { Unit, Use } from "../stores/unit.ts";
import type { Translate } from "../strings.tsx";
import { COLUMNS, type Column } from "./sort.ts";

/** The translated labels of the table. */
export interface Labels {
  locale: string;
  columns: Record<Column, string>;
  /** The label of the area on a phone, without "m²", because a value with "m²" follows. */
  area: string;
  /** By number, in the order of the site. */
  levels: ReadonlyMap<number, string>;
  uses: Record<Use, string>;
  status: StatusLabels;
  /** What follows the price of a unit. */
  suffix: (unit: Unit) => string;
  /** Labels of the buttons of a row; the code of the unit replaces `UNIT_PLACE`. */
  favourite: string;
  compare: string;
}

/** Placeholder for the code of a unit in a label that is translated once for all rows. */
export const UNIT_PLACE = "\u0000";

/** Translates all labels. */
export function readLabels(t: Translate, props: UnitIslandProps): Labels {
  const { locale, strings, levels, uses } = props;
  const columns = COLUMNS.map((column) => [column, t(column === "unit" ? "unit.label" : `unit.${column}`)]);
  return {
    locale,
    columns: Object.fromEntries(columns) as Labels["columns"],
    area: t("inventory.area"),
    levels: new Map(levels.map(({ level, label }) => [level, label])),
    uses: Object.fromEntries(Object.entries(uses).map(([key, { label }]) => [key, label])),
    status: strings.status as StatusLabels,
    suffix: priceSuffix(props, t),
    favourite: t("inventory.favourite_add", { unit: UNIT_PLACE }),
    compare: t("inventory.compare_add", { unit: UNIT_PLACE }),
  };
}
