// The inventory as a table; on a phone the style sheet shows its rows as cards.
import {
  Fragment,
  useMemo,
  useState,
  type MouseEvent,
  type ReactNode,
} from "react";
import {
  labelOf,
  unitHref,
  type UnitIslandProps,
} from "../selector/unit-links.ts";
import { useTranslate } from "../strings.tsx";
import { StatusMark } from "../plan/status.tsx";
import { useLazy } from "../plan/use-lazy.ts";
import { textOf } from "../stores/fields.ts";
import type { FieldKind, Unit, UnitField } from "../types.ts";
import type { Address } from "./address-state.ts";
import { NO_FILTERS } from "./filter.ts";
import type { Labels } from "./labels.ts";
import { ariaSort, isNamed, nameOf, nextOrder } from "./sort.ts";

/** The most rows that a phone shows before it is asked for more. */
const CARDS = 36;

const loadGroupPlans = async () => (await import("./extras.ts")).GroupPlans;

interface TableProps extends Address {
  island: UnitIslandProps;
  labels: Labels;
  /** Units in the order of the table; equal ones of a group are in one row, which opens to them. */
  groups: readonly (readonly Unit[])[];
  /** The codes of the units that the visitor saved. */
  saved: readonly string[];
  /** How many units end with the last available one: a phone shows the others on demand. 0 shows all. */
  free: number;
  /** No unit matches the filters; `groups` are the nearest ones. */
  isEmpty: boolean;
  isFiltered: boolean;
  onSave(code: string): void;
}

export function Table(props: TableProps) {
  const { island, labels, groups, saved, ready, change } = props;
  const { order } = props.state;
  const { columns } = labels;
  const t = useTranslate();
  /** The codes of the first units of the groups that are open. */
  const [opened, setOpened] = useState<readonly string[]>([]);
  const { Part: GroupPlans, open: openPlans } = useLazy(loadGroupPlans);
  const toggle = (code: string): void => {
    setOpened(
      opened.includes(code)
        ? opened.filter((one) => one !== code)
        : [...opened, code],
    );
    // Without the plans the row opens to its units.
    if (island.plans.length && !GroupPlans) openPlans().catch(() => undefined);
  };
  // Rendered again only when a row changes, so that opening or closing a dialog is fast.
  const rows = useMemo(() => {
    // One component: one for each cell would keep a slow phone busy when it is hydrated.
    const rowOf = (unit: Unit): ReactNode => {
      const { code } = unit;
      const isSaved = saved.includes(code);
      const label = t(`inventory.${isSaved ? "saved" : "save"}`);
      return (
        <tr key={code} className={`is-${unit.status}`}>
          <FactCells {...{ unit, island, labels }} />
          <td className="col-actions">
            {/* Without script it would do nothing. */}
            {ready && (
              <button
                className="save"
                value={code}
                aria-label={`${label} ${labelOf(unit)}`}
                title={label}
                aria-pressed={isSaved}
              >
                <span key={label}>{label}</span>
              </button>
            )}
          </td>
        </tr>
      );
    };
    return groups.flatMap((group): ReactNode[] => {
      const [unit] = group;
      if (group.length < 2) return [rowOf(unit!)];
      const code = unit!.code;
      const isOpen = opened.includes(code);
      return [
        <tr key={`${code}-group`} className={`is-${unit!.status}`}>
          <th scope="row" className="col-unit col-group">
            <button value={code} aria-expanded={isOpen}>
              {t("inventory.equal", { count: group.length })}
            </button>
            <small translate="no">
              {group.map((one, index) => (
                <span key={one.code}>
                  {labelOf(one) + (index < group.length - 1 ? "," : "")}
                </span>
              ))}
            </small>
          </th>
          <FactCells {...{ unit: unit!, island, labels, group }} />
          <td className="col-actions" />
        </tr>,
        isOpen && GroupPlans && (
          <tr key={`${code}-plans`} className="is-plans">
            <td colSpan={columns.length + 1}>
              <div className="inventory-group">
                <GroupPlans {...{ island, labels, group }} />
              </div>
            </td>
          </tr>
        ),
        ...(isOpen ? group.map(rowOf) : []),
      ];
    });
  }, [t, island, labels, groups, columns, saved, ready, opened, GroupPlans]);

  const onClick = (event: MouseEvent): void => {
    const target = event.target as Element;
    const row = target.closest("tr")!;
    const group = row.querySelector<HTMLButtonElement>(".col-group button");
    const button = target.closest("button");
    if (group) toggle(group.value);
    else if (button) {
      // Of the visitor's own list the row goes: the next button gets the focus.
      const { nextElementSibling, previousElementSibling } = row;
      const next = nextElementSibling ?? previousElementSibling;
      props.onSave(button.value);
      if (props.state.saved) next?.querySelector("button")!.focus();
    }
    // The whole row is the link, but a press that selects text or meets another link.
    else if (!target.closest("a") && !String(getSelection()))
      row
        .querySelector("a")
        ?.dispatchEvent(new MouseEvent("click", event as object));
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
            {columns.map(({ key, kind, label, head = label }) => (
              <th
                key={key}
                scope="col"
                className={`col-${columnName(key)} ${isNamed(key) ? "" : numberClass(kind)}`.trimEnd()}
                aria-sort={ariaSort(order, key)}
              >
                <button
                  type="button"
                  disabled={!ready}
                  onClick={() => change({ order: nextOrder(order, key) })}
                >
                  {head}
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
                <p>
                  {t(`inventory.${props.state.saved ? "saved_none" : "empty"}`)}
                </p>
                {props.state.saved && (
                  <a className="button" href={island.unitBase}>
                    {t("inventory.saved_all")}
                  </a>
                )}
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
                {groups.length > 0 && <p>{t("inventory.nearest")}</p>}
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
  /count|number|area|money/.test(kind) ? "number" : "";

/** The name of a column in its class: the field's own, or that in the URL. */
function columnName(key: string): string {
  if (key === "code") return "unit";
  return isNamed(key) ? key : nameOf(key);
}

interface FactCellsProps {
  unit: Unit;
  /** The equal units that the row is about, where it is about several. */
  group?: readonly Unit[];
  island: UnitIslandProps;
  labels: Labels;
}

/** The cells with the facts of a unit. A slow phone does not compare them when only the buttons of the row change. */
function FactCells({ unit, group, island, labels }: FactCellsProps) {
  return useMemo(() => {
    const cellOf = (field: UnitField) =>
      factCell({ unit, group, island, labels }, field);
    const [code, ...others] = labels.cells;
    return (
      <>
        {!group && cellOf(code!)}
        {/* Made anew with each change of the unit, because a browser may have translated them. */}
        <Fragment key={JSON.stringify(unit)}>{others.map(cellOf)}</Fragment>
      </>
    );
  }, [unit, group, island, labels]);
}

/** Whether a unit has the amount of a field: a price may be on request, and a unit for rent or for sale only. */
const hasAmount = ({ price, rent }: Unit, key: string): boolean =>
  key === "rent" ? rent !== undefined : price !== null;

/** The cells to which the style sheet gives a place on the card. */
const PLACED = ["level", "area", "price"];

function factCell(
  { unit, group = [unit], island, labels }: FactCellsProps,
  field: UnitField,
): ReactNode {
  const { key, kind, label, head = label, amount } = field;
  if (key === "code")
    return (
      <th key={key} scope="row" className="col-unit">
        <a href={unitHref(island, unit)} translate="no">
          {labelOf(unit)}
        </a>
      </th>
    );
  if (key === "status")
    return (
      <td key={key} className="col-status">
        <StatusMark island={island} unit={unit} />
      </td>
    );
  const isPrice = key === "price";
  // Only the area has room for square feet.
  const texts = group.map((one) => textOf(island, one, key, key === "area"));
  const [first] = texts;
  // Equal units may differ in their level.
  const text = first && [...new Set(texts)].join(", ");
  const isOnCard =
    (isPrice && text !== undefined) ||
    (text !== undefined &&
      labels.onCard.includes(field) &&
      // Without a terrace the interior is the area.
      (key !== "interior" || unit.terrace > 0));
  const className = [
    numberClass(kind),
    PLACED.includes(key) && `col-${key}`,
    !isOnCard && "only-wide",
    !labels.columns.includes(field) && "only-card",
  ];
  const name = key === "area" ? labels.area : head;
  // A level and a price are known without a name, and the name of a building may begin with what it is.
  const isPlain = key === "level" || isPrice || String(text).startsWith(name);
  return (
    <td
      key={key}
      className={className.filter(Boolean).join(" ")}
      data-label={isPlain ? undefined : name}
      data-price={hasAmount(unit, key) ? amount : undefined}
      translate={amount ? "no" : undefined}
    >
      {text ?? "–"}
      {isPrice && unit.text.reference && (
        <small data-price="reference">{unit.text.reference[0]}</small>
      )}
    </td>
  );
}
