// The modal dialog that compares up to four units: one column per unit, one row per property.
import { createElement, useEffect, useRef, type ReactNode } from "react";
import { StatusMark } from "../plan/status.tsx";
import {
  loadLists,
  unitHref,
  type UnitIslandProps,
} from "../selector/unit-links.ts";
import { useTranslate } from "../strings.tsx";
import type { Unit } from "../types.ts";
import { shownIn, textOf } from "../stores/declared-fields.ts";
import type { Labels } from "./labels.ts";

export interface CompareProps {
  island: UnitIslandProps;
  labels: Labels;
  units: readonly Unit[];
  onRemove(code: string): void;
  onClose(): void;
}

export default function CompareDialog({
  island,
  labels,
  units,
  onRemove,
  onClose,
}: CompareProps) {
  const t = useTranslate();
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = `${island.id}-compare`;
  const { columns } = labels;
  const areasOf = ({ text }: Unit) => text.full ?? text;
  const facts: (readonly [string, (unit: Unit) => ReactNode])[] = [
    [
      columns.status,
      ({ status }) => (
        <StatusMark status={status} label={labels.status[status]} />
      ),
    ],
    [columns.price, ({ text }) => <span translate="no">{text.price}</span>],
    ...(units.some(({ text }) => text.vat)
      ? [
          [
            t("price.total"),
            ({ text }: Unit) => <span translate="no">{text.total}</span>,
          ] as const,
        ]
      : []),
    [t("price.per_m2"), ({ text }) => text.per_m2],
    [columns.area, (unit) => areasOf(unit).area_total],
    [columns.interior, (unit) => areasOf(unit).interior],
    [columns.terrace, (unit) => areasOf(unit).terrace ?? "–"],
    [columns.level, (unit) => labels.levels.get(unit.level) ?? unit.level],
    [t("unit.use"), (unit) => labels.uses[unit.use]],
    [columns.bathrooms, (unit) => unit.bathrooms || "–"],
    [columns.typology, (unit) => unit.typology || "–"],
    ...shownIn(labels.fields, "comparison").map(
      ({ key, label }) =>
        [label, (unit: Unit) => textOf(unit, key) ?? "–"] as const,
    ),
  ];

  const close = (): void => dialog.current?.close();
  useEffect(() => {
    dialog.current!.showModal();
    // The state says that going back closes the dialog.
    if (location.hash !== COMPARISON)
      history.pushState({ unit: 1 }, "", COMPARISON);
    loadLists();
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
  const remove = (code: string): void => {
    // The focused button disappears with its column, so another element gets the focus. After the last one, close.
    if (units.length === 1) close();
    else dialog.current!.querySelector<HTMLElement>(".dialog-close")!.focus();
    onRemove(code);
  };

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
      <div
        className="compare-scroll"
        role="region"
        aria-labelledby={titleId}
        tabIndex={0}
      >
        <table>
          <thead>
            <tr>
              <th scope="col">{columns.unit}</th>
              {units.map((unit) => (
                <th key={unit.code} scope="col">
                  <a href={unitHref(island, unit)} translate="no">
                    {unit.code}
                  </a>
                  <button
                    type="button"
                    aria-label={t("inventory.compare_remove", {
                      unit: unit.code,
                    })}
                    onClick={() => remove(unit.code)}
                  />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {facts.map(([label, show]) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                {units.map((unit) => (
                  <td key={JSON.stringify(unit)}>{show(unit)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {createElement("list-actions", {
        codes: units.map(({ code }) => code).join(","),
      })}
    </dialog>
  );
}
