// The inventory as a table; on a phone the style sheet shows its rows as cards. Rows are created by a function without
// hooks and reused while they do not change, so that 5,000 units filter and sort within a frame.
import { useRef, type MouseEvent, type ReactElement } from "react";
import { area, areaIn, money } from "../format.ts";
import { StatusMark } from "../plan/status.tsx";
import { unitHref, type UnitIslandProps } from "../selector/unit-links.ts";
import type { Unit } from "../stores/unit.ts";
import { useTranslate } from "../strings.tsx";
import { UNIT_PLACE, type Labels } from "./labels.ts";
import { COLUMNS, ariaSort, type Column, type Order } from "./sort.ts";

export type RowAction = "favourite" | "compare";

interface TableProps {
  island: UnitIslandProps;
  labels: Labels;
  /** The units to show, in their order. */
  units: readonly Unit[];
  order: Order | null;
  marked: readonly string[];
  compared: readonly string[];
  ready: boolean;
  isFiltered: boolean;
  onSort(column: Column): void;
  onAction(action: RowAction, code: string): void;
}

interface CachedRow {
  unit: Unit;
  state: string;
  element: ReactElement;
}

export function Table(props: TableProps) {
  const { labels, units, order, marked, compared, ready } = props;
  const t = useTranslate();
  const cache = useRef(new Map<string, CachedRow>()).current;
  const favourites = new Set(marked);

  const row = (unit: Unit): ReactElement => {
    const isMarked = favourites.has(unit.code);
    const isCompared = compared.includes(unit.code);
    const state = `${ready} ${isMarked} ${isCompared}`;
    let cached = cache.get(unit.code);
    if (cached?.unit !== unit || cached.state !== state) {
      const actions = ready ? rowActions(unit.code, isMarked, isCompared, labels) : null;
      cached = { unit, state, element: unitRow(unit, unitHref(props.island, unit), labels, actions) };
      cache.set(unit.code, cached);
    }
    return cached.element;
  };

  const onClick = (event: MouseEvent): void => {
    const button = (event.target as Element).closest("button");
    if (button) props.onAction(button.name as RowAction, button.value);
  };

  return (
    <table className="inventory-table">
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
      <tbody onClick={onClick}>
        {units.map(row)}
        {!units.length && (
          <tr className="inventory-empty">
            <td colSpan={COLUMNS.length + 1}>
              <p>{t("inventory.empty")}</p>
              {props.isFiltered && <p>{t("inventory.empty_filters")}</p>}
            </td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

function unitRow(unit: Unit, href: string, labels: Labels, actions: ReactElement | null): ReactElement {
  const { columns } = labels;
  return (
    <tr key={unit.code} className={`is-${unit.status}`}>
      <th scope="row" className="col-unit">
        <a href={href}>{unit.code}</a>
      </th>
      <td className="col-level">{labels.levels.get(unit.level) ?? unit.level}</td>
      <td className="number" data-label={columns.bathrooms}>
        {unit.bathrooms}
      </td>
      <td className="number" data-label={columns.interior}>
        {area(unit.interior)}
      </td>
      <td className="number" data-label={columns.terrace}>
        {unit.terrace ? area(unit.terrace) : "–"}
      </td>
      <td className="number col-area" data-label={labels.area}>
        {areaIn(labels.locale, unit.area)}
      </td>
      <td className="number col-price">{money(unit.price) + labels.suffix(unit)}</td>
      <td data-label={columns.typology}>{unit.typology}</td>
      <td className="col-status">
        <StatusMark status={unit.status} label={labels.status[unit.status]} />
      </td>
      <td className="col-actions">{actions}</td>
    </tr>
  );
}

/** The buttons of a row. Rendered only when the script is ready, because without it they do nothing. */
function rowActions(code: string, isMarked: boolean, isCompared: boolean, labels: Labels): ReactElement {
  const button = (action: RowAction, pressed: boolean): ReactElement => {
    const label = labels[action].replace(UNIT_PLACE, code);
    return (
      <button
        type="button"
        className={action === "compare" ? "compare-mark" : action}
        name={action}
        value={code}
        aria-pressed={pressed}
        aria-label={label}
        title={label}
      />
    );
  };
  return (
    <>
      {button("favourite", isMarked)}
      {button("compare", isCompared)}
    </>
  );
}
