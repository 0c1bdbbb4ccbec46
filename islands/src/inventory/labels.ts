// Every word that rows repeat, looked up once per render: a lookup per row would cost more than
// the row itself.
import type { TFunction } from "i18next";
import type { StatusLabels } from "../plan/status.tsx";
import type { UnitIslandProps } from "../selector/unit-links.ts";
import type { Use } from "../stores/unit.ts";
import { COLUMNS, type Column } from "./sort.ts";

export interface Labels {
  columns: Record<Column, string>;
  /** Of the area where its unit follows: without "m²". */
  area: string;
  levels: Record<number, string>;
  uses: Record<Use, string>;
  status: StatusLabels;
  /** "+ IVA", with the space that joins it to the amount. */
  suffix: string;
  /** Of the buttons of a row; the code takes the place of `UNIT_PLACE`. */
  favourite: string;
  compare: string;
}

/** Stands where a row's code goes in a label that was translated once for all rows. */
export const UNIT_PLACE = "\u0000";

export function readLabels(t: TFunction, { strings, levels }: UnitIslandProps): Labels {
  const columns = COLUMNS.map((column) => [column, t(column === "unit" ? "unit.label" : `unit.${column}`)]);
  return {
    columns: Object.fromEntries(columns) as Labels["columns"],
    area: t("inventory.area"),
    levels: Object.fromEntries(levels.map(({ level, label }) => [level, label])),
    uses: { oficina: t("use.oficina"), local: t("use.local") },
    status: strings.status as StatusLabels,
    suffix: ` ${t("price.vat_suffix")}`,
    favourite: t("inventory.favourite_add", { unit: UNIT_PLACE }),
    compare: t("inventory.compare_add", { unit: UNIT_PLACE }),
  };
}
