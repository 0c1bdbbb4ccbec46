// The inventory as a table; on a phone the style sheet shows its rows as cards. React renders the head; the rows are HTML
// in the build, and `Rows` changes them in the browser.
import { useLayoutEffect, useMemo, useRef, useState, type MouseEvent } from "react";
import { unitHref, type UnitIslandProps } from "../selector/unit-links.ts";
import type { Unit } from "../stores/unit.ts";
import { useTranslate } from "../strings.tsx";
import type { Labels } from "./labels.ts";
import { toHtml } from "./markup.ts";
import { rowButtons, unitRow, type RowAction } from "./row.ts";
import { Rows, type RowSource } from "./rows.ts";
import { COLUMNS, ariaSort, type Column, type Order } from "./sort.ts";

interface TableProps {
  island: UnitIslandProps;
  labels: Labels;
  /** The units to show, in their order. */
  units: readonly Unit[];
  order: Order | null;
  marked: readonly string[];
  compared: readonly string[];
  ready: boolean;
  /** While the plans are shown. */
  hidden: boolean;
  isFiltered: boolean;
  onSort(column: Column): void;
  onAction(action: RowAction, code: string): void;
}

export function Table(props: TableProps) {
  const { island, labels, units, order, marked, compared, ready } = props;
  const t = useTranslate();
  const body = useRef<HTMLTableSectionElement>(null);
  const rows = useRef<Rows>(null);
  const source = useMemo(
    (): RowSource => ({
      row: (unit) => unitRow(unit, unitHref(island, unit), labels),
      buttons: (code) => rowButtons(code, labels),
    }),
    [],
  );
  const [first] = useState(units);
  // React never writes it again.
  const html = useMemo(
    () => ({ __html: HYDRATED ? "" : first.map((unit) => toHtml(source.row(unit))).join("") }),
    [],
  );

  useLayoutEffect(() => {
    if (!ready) return;
    rows.current ??= new Rows(body.current!, first, source);
    rows.current.show(units, { favourite: new Set(marked), compare: new Set(compared) });
  }, [units, marked, compared, ready]);

  const onClick = (event: MouseEvent): void => {
    const button = (event.target as Element).closest("button");
    if (button) props.onAction(button.name as RowAction, button.value);
  };

  return (
    <table className="inventory-table" hidden={props.hidden}>
      <caption className="visually-hidden">{t("inventory.caption")}</caption>
      <thead>
        <tr>
          {COLUMNS.map((column) => (
            <th key={column} scope="col" className={`col-${column}`} aria-sort={ariaSort(order, column)}>
              <button type="button" disabled={!ready} onClick={() => props.onSort(column)}>
                {labels.columns[column]}
              </button>
            </th>
          ))}
          <th scope="col" className="col-actions">
            <span className="visually-hidden">{t("inventory.actions")}</span>
          </th>
        </tr>
      </thead>
      <tbody ref={body} onClick={onClick} dangerouslySetInnerHTML={html} />
      {!units.length && (
        <tbody>
          <tr className="inventory-empty">
            <td colSpan={COLUMNS.length + 1}>
              <p>{t("inventory.empty")}</p>
              {props.isFiltered && <p>{t("inventory.empty_filters")}</p>}
            </td>
          </tr>
        </tbody>
      )}
    </table>
  );
}
