// The inventory as a table; on a phone the style sheet shows its rows as cards.
import { Fragment, useMemo, type MouseEvent, type ReactNode } from "react";
import { unitHref, type UnitIslandProps } from "../selector/unit-links.ts";
import { useTranslate } from "../strings.tsx";
import type { FieldKind, Unit } from "../types.ts";
import {
  BUILDING,
  PREFIX,
  shownIn,
  textOf,
} from "../stores/declared-fields.ts";
import type { Address } from "./address-state.ts";
import { NO_FILTERS } from "./filter.ts";
import type { Labels } from "./labels.ts";
import { COLUMNS, ariaSort, columnOf, nextOrder, type Column } from "./sort.ts";

/** What the buttons of a row do; also their names. */
export type RowAction = "favourite" | "share" | "compare";

/** The most rows that a phone shows before it is asked for more. */
const CARDS = 36;

interface TableProps extends Address {
  island: UnitIslandProps;
  labels: Labels;
  units: readonly Unit[];
  marked: readonly string[];
  /** How many units end with the last available one: a phone shows the others on demand. 0 shows all. */
  free: number;
  /** No unit matches the filters; `units` are the nearest ones. */
  isEmpty: boolean;
  isFiltered: boolean;
  onAction(action: RowAction, code: string): void;
}

export function Table(props: TableProps) {
  const { island, labels, units, marked, ready, change } = props;
  const { order, compared } = props.state;
  const t = useTranslate();
  const numbers = new Map(
    shownIn(labels.fields, "column").map((field) => [
      columnOf(field) as Column,
      numberClass(field.kind),
    ]),
  );
  const own = [...numbers.keys()];
  // The building comes before the level.
  const place = own[0] === PREFIX + BUILDING ? own.splice(0, 1) : [];
  const columns: readonly Column[] = [
    "unit",
    ...place,
    ...COLUMNS.slice(1, -1),
    ...own,
    "status",
  ];
  // Rendered again only when a row changes, so that opening or closing a dialog is fast.
  const rows = useMemo(() => {
    const buttonOf = (
      action: RowAction,
      code: string,
      codes?: readonly string[],
    ) => {
      const label = t(`inventory.${action}_add`, { unit: code });
      return (
        <button
          className={`${action}-mark`}
          name={action}
          value={code}
          aria-label={label}
          title={label}
          aria-pressed={codes?.includes(code)}
        >
          {action === "compare" && <span>{t("inventory.compare")}</span>}
        </button>
      );
    };
    // One component: one for each cell would keep a slow phone busy when it is hydrated.
    return units.map((unit) => (
      <tr key={unit.code} className={`is-${unit.status}`}>
        <FactCells {...{ unit, island, labels }} />
        <td className="col-actions">
          {/* Without script they would do nothing. */}
          {ready && buttonOf("favourite", unit.code, marked)}
          {ready && buttonOf("share", unit.code)}
          {ready && buttonOf("compare", unit.code, compared)}
        </td>
      </tr>
    ));
  }, [t, island, labels, units, marked, compared, ready]);

  const onClick = (event: MouseEvent): void => {
    const target = event.target as Element;
    const button = target.closest("button");
    if (button) props.onAction(button.name as RowAction, button.value);
    // The whole row is the link, but a press that selects text or meets another link.
    else if (!target.closest("a") && !String(getSelection()))
      target
        .closest("tr")!
        .querySelector("a")!
        .dispatchEvent(new MouseEvent("click", event as object));
  };
  const split = Math.min(props.free || rows.length, CARDS);
  const takenId = `${island.id}-more`;
  const rest = t(split < CARDS ? "inventory.also" : "inventory.rest", {
    count: rows.length - split,
  });

  return (
    <>
      <table className="inventory-table">
        <caption className="visually-hidden">{t("inventory.caption")}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column}
                scope="col"
                className={`col-${column} ${numbers.get(column) ?? ""}`.trimEnd()}
                aria-sort={ariaSort(order, column)}
              >
                <button
                  type="button"
                  disabled={!ready}
                  onClick={() => change({ order: nextOrder(order, column) })}
                >
                  {labels.columns[column]}
                </button>
              </th>
            ))}
            <th scope="col" className="col-actions">
              <span className="visually-hidden">{t("inventory.actions")}</span>
            </th>
          </tr>
        </thead>
        {props.isEmpty && (
          <tbody>
            <tr className="inventory-empty">
              <td colSpan={columns.length + 1}>
                <p>{t("inventory.empty")}</p>
                {props.isFiltered && (
                  <>
                    <p>{t("inventory.empty_filters")}</p>
                    <button
                      type="button"
                      className="button"
                      onClick={() => change({ filters: NO_FILTERS })}
                    >
                      {t("inventory.clear")}
                    </button>
                    <a
                      href={`${Object.values(island.uses)[0]!.formUrl}#contact`}
                    >
                      {t("inventory.ask")}
                    </a>
                  </>
                )}
                {units.length > 0 && <p>{t("inventory.nearest")}</p>}
              </td>
            </tr>
          </tbody>
        )}
        <tbody onClick={onClick}>{rows.slice(0, split)}</tbody>
        {split < rows.length && (
          <tbody id={takenId} className="inventory-folded" onClick={onClick}>
            {rows.slice(split)}
          </tbody>
        )}
      </table>
      {/* For a phone, without script too: the address chooses the rows. */}
      {split < rows.length && (
        <a key={rest} className="inventory-also" href={`#${takenId}`}>
          {rest}
        </a>
      )}
    </>
  );
}

const numberClass = (kind: FieldKind): string =>
  /count|area/.test(kind) ? "number" : "";

interface FactCellsProps {
  unit: Unit;
  island: UnitIslandProps;
  labels: Labels;
}

/** The cells with the facts of a unit. A slow phone does not compare them when only the buttons of the row change. */
function FactCells({ unit, island, labels }: FactCellsProps) {
  return useMemo(
    () => factCells({ unit, island, labels }),
    [unit, island, labels],
  );
}

function factCells({ unit, island, labels }: FactCellsProps): ReactNode {
  const { columns } = labels;
  const { text } = unit;
  // Without a terrace the interior is the area.
  const inside = text.terrace ? "number" : "number only-wide";
  const own = (isPlace: boolean) =>
    shownIn(labels.fields, "column", "card").map(
      ({ key, label, kind, places }) =>
        (key === BUILDING) === isPlace && (
          <td
            key={key}
            className={`${numberClass(kind)}${places.includes("card") && textOf(unit, key) !== undefined ? "" : " only-wide"}${places.includes("column") ? "" : " only-card"}`}
            // The name of a building may begin with what it is.
            data-label={
              String(textOf(unit, key)).startsWith(label) ? undefined : label
            }
          >
            {textOf(unit, key) ?? "–"}
          </td>
        ),
    );
  return (
    <>
      <th scope="row" className="col-unit">
        <a href={unitHref(island, unit)} translate="no">
          {unit.code}
        </a>
      </th>
      {/* Made anew with each change of the unit, because a browser may have translated them. */}
      <Fragment key={JSON.stringify(unit)}>
        {own(true)}
        <td className="col-level">
          {labels.levels.get(unit.level) ?? unit.level}
        </td>
        <td
          className={unit.bathrooms ? "number" : "number only-wide"}
          data-label={columns.bathrooms}
        >
          {unit.bathrooms || "–"}
        </td>
        <td className={inside} data-label={columns.interior}>
          {text.interior}
        </td>
        <td className={inside} data-label={columns.terrace}>
          {text.terrace ?? "–"}
        </td>
        <td className="number col-area" data-label={labels.area}>
          {(text.full ?? text).area_total}
        </td>
        <td className="number col-price" translate="no">
          {text.price}
          {text.reference && <small>{text.reference[0]}</small>}
        </td>
        <td
          className={unit.typology ? "" : "only-wide"}
          data-label={columns.typology}
        >
          {unit.typology || "–"}
        </td>
        {own(false)}
        <td className="col-status">
          <span className={`status is-${unit.status}`} translate="no">
            {labels.status[unit.status]}
          </span>
        </td>
      </Fragment>
    </>
  );
}
