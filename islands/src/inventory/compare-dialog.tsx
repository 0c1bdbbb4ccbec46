// The modal dialog that compares up to four units: a column for each unit, a row for each fact in which they differ.
import { createElement, useEffect, useRef } from "react";
import { KeyPlan } from "../plan/plan.tsx";
import { StatusMark } from "../plan/status.tsx";
import {
  labelOf,
  loadLists,
  unitHref,
  type UnitIslandProps,
} from "../selector/unit-links.ts";
import { FreshText, useTranslate } from "../strings.tsx";
import { isOn } from "../stores/fields.ts";
import type { Unit, UnitField } from "../types.ts";
import { compareUnits, type ComparisonRow } from "./comparison.ts";

export interface CompareProps {
  island: UnitIslandProps;
  units: readonly Unit[];
  /** The day of the prices, for a page on paper. */
  dateLabel: string;
  /** Takes a unit out of the visitor's own list; what somebody sent stays as it is. */
  onRemove?: (code: string) => void;
  onClose(): void;
}

export default function CompareDialog({
  island,
  units,
  dateLabel,
  onRemove,
  onClose,
}: CompareProps) {
  const t = useTranslate();
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = `${island.id}-compare`;
  const { rows, same } = compareUnits(island, units);

  const close = (): void => dialog.current?.close();
  useEffect(() => {
    dialog.current!.showModal();
    // The state says that going back closes the dialog.
    if (location.hash !== COMPARISON)
      history.pushState({ unit: 1 }, "", COMPARISON);
    loadLists();
    if (history.state?.print) {
      // Once: a reload opens the dialog again.
      history.replaceState({ unit: 1 }, "");
      print();
    }
    const follow = () => location.hash === COMPARISON || close();
    addEventListener("popstate", follow);
    return () => removeEventListener("popstate", follow);
  }, []);

  const closed = (): void => {
    if (location.hash === COMPARISON && history.state?.unit) history.back();
    else
      history.replaceState(
        history.state,
        "",
        location.pathname + location.search,
      );
    onClose();
  };
  const remove =
    onRemove &&
    ((code: string): void => {
      // The focused button disappears with its column, so another element gets the focus. After the last one, close.
      if (units.length === 1) close();
      else dialog.current!.querySelector<HTMLElement>(".dialog-close")!.focus();
      onRemove(code);
    });

  return (
    <dialog
      ref={dialog}
      className="compare"
      aria-labelledby={titleId}
      onClose={closed}
    >
      <header>
        <h2 id={titleId}>{t("inventory.compare_title")}</h2>
        <button
          type="button"
          className="dialog-close"
          aria-label={t("actions.close")}
          onClick={close}
        />
      </header>
      <p className="compare-date">{t("inventory.date", { date: dateLabel })}</p>
      <p className="compare-count" role="status">
        <FreshText text={t("inventory.results", { count: units.length })} />
        {/* Shown where the table is wider than the screen. */}
        {units.length > 2 && (
          <span className="compare-swipe">{t("inventory.compare_swipe")}</span>
        )}
      </p>
      <div
        className="compare-scroll"
        role="region"
        aria-labelledby={titleId}
        tabIndex={0}
      >
        <table>
          <thead>
            <tr>
              <th scope="col">{t("unit.label")}</th>
              {units.map((unit) => (
                <UnitHead key={unit.code} {...{ island, unit, remove }} />
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row key={row.field.key} {...{ row, units, island }} />
            ))}
          </tbody>
        </table>
      </div>
      {same.length > 0 && (
        <p className="compare-same">
          <b>{t(`inventory.compare_same.${units.length > 2 ? "all" : "2"}`)}</b>
          {same.map(({ field, texts }) => (
            <span key={field.key}>{` ${nameIn(field)}: ${texts[0]}`}</span>
          ))}
        </p>
      )}
      {createElement("list-actions", {
        codes: units.map(({ code }) => code).join(","),
      })}
    </dialog>
  );
}

/** The name of a row: the one for heads has the unit of its values. */
const nameIn = ({ label, head = label }: UnitField): string => head;

interface UnitHeadProps {
  island: UnitIslandProps;
  unit: Unit;
  remove: ((code: string) => void) | undefined;
}

function UnitHead({ island, unit, remove }: UnitHeadProps) {
  const t = useTranslate();
  const plan = island.plans.find((other) => isOn(unit, other));
  const place = plan?.units.find(({ code }) => code === unit.code);
  return (
    <th scope="col">
      <div className="compare-unit">
        <a href={unitHref(island, unit)} translate="no">
          {labelOf(unit)}
        </a>
        {remove && (
          <button
            type="button"
            aria-label={t("inventory.compare_remove", { unit: labelOf(unit) })}
            onClick={() => remove(unit.code)}
          />
        )}
      </div>
      {place && <KeyPlan plan={plan!} places={[place]} status={unit.status} />}
    </th>
  );
}

interface RowProps {
  row: ComparisonRow;
  units: readonly Unit[];
  island: UnitIslandProps;
}

function Row({ row: { field, texts, best }, units, island }: RowProps) {
  const t = useTranslate();
  return (
    <tr>
      <th scope="row">{nameIn(field)}</th>
      {units.map((unit, index) => (
        <td
          key={JSON.stringify(unit)}
          className={best[index] ? "is-best" : undefined}
          translate={field.amount ? "no" : undefined}
          data-price={field.amount}
        >
          {field.key === "status" ? (
            <StatusMark island={island} unit={unit} />
          ) : (
            (texts[index] ?? "–")
          )}
          {best[index] && <small>{` ${t("inventory.compare_best")}`}</small>}
        </td>
      ))}
    </tr>
  );
}
