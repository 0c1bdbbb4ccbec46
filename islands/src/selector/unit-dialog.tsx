// The modal dialog of one unit: its facts, price and status, and the links to request it.
import {
  createElement,
  useEffect,
  useRef,
  type KeyboardEvent,
  type MouseEvent,
} from "react";
import { KeyPlan } from "../plan/plan.tsx";
import { StatusMark } from "../plan/status.tsx";
import { fieldsAt, isOn, textOf } from "../stores/fields.ts";
import { FreshText, useTranslate } from "../strings.tsx";
import type { Unit, UnitTexts } from "../types.ts";
import {
  labelOf,
  loadLists,
  unitHref,
  type UnitIslandProps,
} from "./unit-links.ts";

const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };

export interface UnitDialogProps {
  island: UnitIslandProps;
  unit: Unit;
  /** The units that the dialog goes through, with this one. */
  among: readonly Unit[];
  /** Shows another of them. */
  onStep(unit: Unit): void;
  onClose(): void;
}

export default function UnitDialog({
  island,
  unit,
  among,
  onStep,
  onClose,
}: UnitDialogProps) {
  const t = useTranslate();
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = `${island.id}-unit`;

  useEffect(() => {
    dialog.current!.showModal();
    // Not the first button, which shows another unit.
    dialog.current!.querySelector<HTMLElement>(".dialog-close")!.focus();
    loadLists();
  }, []);

  const close = (): void => dialog.current!.close();
  const onBackdrop = (event: MouseEvent): void => {
    // Not when text was selected in the dialog and the pointer was released outside it.
    if (event.target === dialog.current && getSelection()!.isCollapsed) close();
  };
  // Selects the unit in the form of this page; without one the link opens the contact page.
  const onRequest = (event: MouseEvent): void => {
    const form = document.querySelector<HTMLElement>(
      'site-island[name="form"]',
    );
    if (!form) return;
    event.preventDefault();
    // First, because closing moves the focus back to the plan.
    close();
    // A form that has not started yet misses the event, and reads the address when it starts.
    const address = new URL(location.href);
    address.searchParams.set("unidad", unit.code);
    address.hash = "contact";
    history.replaceState(history.state, "", address);
    document.dispatchEvent(
      new CustomEvent(REQUEST_EVENT, { detail: { unit: unit.code } }),
    );
    form.scrollIntoView();
    // The fields exist before the form starts; after the event a started form focuses its first empty field.
    form
      .querySelector<HTMLElement>("input:not([type=hidden])")
      ?.focus({ preventScroll: true });
  };
  const formUrl = island.uses[unit.use]?.formUrl ?? "";
  const message = island.whatsapp.texts[unit.status]!.replaceAll(
    "{{unit}}",
    labelOf(unit),
  );

  const plan = island.plans.find((other) => isOn(unit, other));
  const place = plan?.units.find(({ code }) => code === unit.code);
  const index = among.findIndex(({ code }) => code === unit.code);
  // From the last one to the first.
  const step = (by: number): void =>
    onStep(among.at((index + by) % among.length)!);
  const onKeyDown = ({ key }: KeyboardEvent) =>
    index >= 0 && STEPS[key] && step(STEPS[key]);

  const use = island.uses[unit.use]?.short ?? unit.use;
  // Of what is made anew with each change of the unit, because a browser may have translated it.
  const key = JSON.stringify(unit);
  const [before, after] = t("unit.use_title", { use, unit: "\n" }).split("\n");

  return (
    <dialog
      ref={dialog}
      className="unit-dialog"
      aria-labelledby={titleId}
      onClose={onClose}
      onClick={onBackdrop}
      onKeyDown={onKeyDown}
    >
      <div className="unit-dialog-sheet">
        <header>
          <h2 id={titleId} aria-live="polite">
            <span key={unit.code}>
              {before}
              <span className="code" translate="no">
                {labelOf(unit)}
              </span>
              {after}
            </span>
          </h2>
          <StatusMark island={island} unit={unit} />
          {among.length > 1 && index >= 0 && (
            <span className="unit-dialog-steps">
              <button
                type="button"
                onClick={() => step(-1)}
                aria-label={t("unit.previous")}
              />
              <button
                type="button"
                onClick={() => step(1)}
                aria-label={t("unit.next")}
              />
            </span>
          )}
          <button
            type="button"
            className="dialog-close"
            onClick={close}
            aria-label={t("selector.close")}
          />
        </header>
        <div className="unit-dialog-body">
          <PriceBlock key={`price ${key}`} {...{ island, unit }} />
          {place && (
            <KeyPlan plan={plan!} places={[place]} status={unit.status} />
          )}
          <UnitFacts key={`facts ${key}`} {...{ island, unit }} />
        </div>
        {createElement("unit-tools", { class: "tools", code: unit.code })}
        <footer className="unit-dialog-actions">
          <a
            className="button is-main"
            href={`${formUrl}?unidad=${encodeURIComponent(unit.code)}#contact`}
            onClick={onRequest}
          >
            <FreshText text={t(`selector.request.${unit.status}`)} />
          </a>
          <a
            className="button"
            href={`https://wa.me/${island.whatsapp.number}?text=${encodeURIComponent(message)}`}
            target="_blank"
            rel="noopener"
          >
            {t("selector.whatsapp")}
          </a>
          <a className="unit-dialog-link" href={unitHref(island, unit)}>
            {t("selector.see_unit")}
          </a>
        </footer>
      </div>
    </dialog>
  );
}

type UnitProps = Pick<UnitDialogProps, "island" | "unit">;

/** The fields of the first line, which are read without their names. */
const PLAIN = /^(level|interior|terrace|area|size)$/;

/** Two lines: what the unit is, then its other facts with their names. */
function UnitFacts({ island, unit }: UnitProps) {
  const shown = fieldsAt(island, "dialog");
  const text = (key: string) => textOf(island, unit, key, true);
  const others = shown.filter(
    ({ key }) => !PLAIN.test(key) && text(key) !== undefined,
  );
  const isShown = (key: string): boolean =>
    shown.some((field) => field.key === key);
  const lines = [
    [
      isShown("level") && text("level"),
      unit.text.areas,
      isShown("size") && text("size"),
    ],
    others.map(({ key, label }) => `${label}: ${text(key)}`),
  ];
  return (
    <p className="unit-dialog-facts">
      {lines.map((facts, index) => (
        <span key={index}>{facts.filter(Boolean).join(" · ") || null}</span>
      ))}
    </p>
  );
}

/** The price as lists show it, then the rent; smaller what is paid with the tax, and what follows from both. */
function PriceBlock({ island: { uses, reference }, unit }: UnitProps) {
  const t = useTranslate();
  const { fields, reference: amounts = ["", ""], rent } = unit.text;
  const { price, vat, total, per_m2 } = fields;
  return (
    <p className="unit-dialog-price">
      {price && (
        <>
          <Headline amount={price} kind={total && (vat ? "net" : "total")} />
          {vat && <Paid label={t("price.total")} amount={total} kind="total" />}
          {vat && <span>{`${uses[unit.use]?.vatLabel}: ${vat}`}</span>}
          {per_m2 && <span>{`${t("price.per_m2")}: ${per_m2}`}</span>}
          {total && reference && <span>{amounts[1] + reference}</span>}
        </>
      )}
      {rent && <RentAmounts rent={rent} />}
    </p>
  );
}

/** The rent under its name, what is paid for the period, and the rest. */
function RentAmounts({
  rent: [[listed, paid], others],
}: {
  rent: NonNullable<UnitTexts["rent"]>;
}) {
  return (
    <>
      <span className="unit-dialog-rent">{listed![0]}</span>
      <Headline amount={listed![1]} kind="rent" />
      {paid && <Paid label={paid[0]} amount={paid[1]} kind="rent" />}
      {others.map(([label, text]) => (
        <span key={label}>{`${label}: ${text}`}</span>
      ))}
    </>
  );
}

interface AmountProps {
  amount: string | undefined;
  /** What `data-price` says of it; nothing where it is on request. */
  kind: string | undefined;
}

/** The large amount; smaller what follows it before tax, as `+ IVA`. */
function Headline({ amount = "", kind }: AmountProps) {
  const [whole, tax] = amount.split(/ (?=\+ )/);
  return (
    <strong translate="no" data-price={kind}>
      {whole}
      {tax && <small>{` ${tax}`}</small>}
    </strong>
  );
}

/** What is paid with the tax. */
function Paid({ label, amount, kind }: AmountProps & { label: string }) {
  return (
    <span className="unit-dialog-total">
      {`${label}: `}
      <b translate="no" data-price={kind}>
        {amount}
      </b>
    </span>
  );
}
