// The modal dialog that compares up to four units: one column per unit, one row per property.
import { createElement, useEffect, useRef } from "react";
import { StatusMark } from "../plan/status.tsx";
import {
  loadLists,
  unitHref,
  type UnitIslandProps,
} from "../selector/unit-links.ts";
import { useTranslate } from "../strings.tsx";
import type { Unit } from "../types.ts";
import { fieldsAt, textOf } from "../stores/fields.ts";
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
  // Without tax the total is the price.
  const hasTotal = units.some(({ text }) => text.fields.vat);
  const facts = fieldsAt(island, "comparison").filter(
    ({ key }) => key !== "total" || hasTotal,
  );

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
              <th scope="col">{t("unit.label")}</th>
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
            {facts.map(({ key, label, head = label, amount }) => (
              <tr key={key}>
                <th scope="row">{head}</th>
                {units.map((unit) => (
                  <td
                    key={JSON.stringify(unit)}
                    translate={amount ? "no" : undefined}
                  >
                    {key === "status" ? (
                      <StatusMark
                        status={unit.status}
                        label={labels.status[unit.status]}
                      />
                    ) : (
                      (textOf(island, unit, key, true) ?? "–")
                    )}
                  </td>
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
