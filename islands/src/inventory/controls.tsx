// The view, the filters, and the button that clears them.
import type { ChangeEvent, ReactNode } from "react";
import { FreshText, useTranslate } from "../strings.tsx";
import type { Address } from "./address-state.ts";
import {
  NEAR_PERCENT,
  NO_BOUNDS,
  NO_FILTERS,
  boundsOf,
  countFilters,
  hasBounds,
  parseBound,
  readBounds,
  type Filters,
} from "./filter.ts";
import { Check } from "./toolbar.tsx";
import { BUILDING } from "../stores/fields.ts";
import type { UnitField } from "../types.ts";
import type { Labels } from "./labels.ts";

/** The orders that a phone offers, where the table has no header; the first shows available units first. */
const ORDERS = ["", "precio", "-precio", "area", "-area"];

type Bound = keyof typeof NO_BOUNDS;

/** How many fields are in the row of a laptop, with the bounds; further ones of the development's own are behind "more filters". */
const MAIN_FIELDS = 4;

/** The bounds beside the use and the level; the others are behind "more filters", where the screen is wide. */
const MAIN_BOUNDS: readonly Bound[] = ["areaNear", "priceMax"];
const OTHER_BOUNDS = (Object.keys(NO_BOUNDS) as Bound[]).filter(
  (key) => !MAIN_BOUNDS.includes(key),
);

interface ControlsProps extends Address {
  id: string;
  labels: Labels;
}

type Field = ChangeEvent<HTMLInputElement | HTMLSelectElement>;

export function Controls({ id, labels, state, ready, change }: ControlsProps) {
  const t = useTranslate();
  const { filters, visual } = state;
  const count = countFilters(filters);
  const isPlace = ({ key }: UnitField): boolean => key === BUILDING;
  const places = labels.filters.filter(isPlace);
  const others = labels.filters.filter((field) => !isPlace(field));
  // A choice of one is no filter. A field with two bounds takes the room of two.
  const hasUses = Object.keys(labels.uses).length > 1;
  const hasLevels = labels.levels.size > 1;
  const room =
    MAIN_FIELDS -
    MAIN_BOUNDS.length -
    places.length -
    Number(hasUses) -
    Number(hasLevels);
  const choices = others.filter((field) => !hasBounds(field));
  const first = choices.slice(0, Math.max(0, room));
  const further = others.filter((field) => !first.includes(field));
  const mainCount = [
    filters.available,
    filters.use,
    filters.level,
    ...[...places, ...first].map(({ key }) => filters.fields[key]),
    ...MAIN_BOUNDS.map((key) => filters[key]),
  ].filter(Boolean).length;
  const levels = [...labels.levels].map(([level, name]): [string, string] => [
    String(level),
    name,
  ]);
  const set = (part: Partial<Filters>, typing?: boolean): void =>
    change({ filters: { ...filters, ...part } }, typing);

  const select = (
    label: string,
    value: string,
    options: [string, string][],
    choose: (value: string) => void,
    className?: string,
  ): ReactNode => (
    <label key={label} className={className}>
      <span>{label}</span>
      <select
        value={value}
        onChange={({ target }: Field) => choose(target.value)}
      >
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
  const pick = (
    key: "use" | "level",
    label: string,
    all: string,
    options: [string, string][],
  ): ReactNode =>
    select(label, filters[key], [["", all], ...options], (value) =>
      set({ [key]: value }),
    );
  const bounds = readBounds(filters, labels.priceUnit);
  const bound = (key: Bound): ReactNode => {
    const [least, most] = bounds[key.startsWith("area") ? "area" : "price"];
    const isCrossed = key.endsWith("Max") && least > most;
    const isWrong = filters[key].trim() && parseBound(filters[key]) === null;
    const problem = isWrong ? "not_number" : isCrossed && "crossed";
    // `area_near`
    const plain = key.replace(/[A-Z]/, (letter) => `_${letter.toLowerCase()}`);
    const isWhole = key === "areaNear" && !labels.hasTerraces;
    const name = isWhole ? `${plain}_whole` : plain;
    return (
      <label key={key}>
        <span>
          {t(`inventory.${name}`, {
            unit: labels.priceUnit.name,
            tolerance: NEAR_PERCENT,
          })}
        </span>
        <input
          type="text"
          inputMode="decimal"
          autoComplete="off"
          value={filters[key]}
          aria-invalid={!!problem || undefined}
          onChange={(event: Field) => set({ [key]: event.target.value }, true)}
        />
        {problem && <small key={problem}>{t(`inventory.${problem}`)}</small>}
      </label>
    );
  };
  const setField = (key: string, value: string, typing?: boolean): void => {
    const { [key]: _, ...others } = filters.fields;
    set({ fields: value ? { ...others, [key]: value } : others }, typing);
  };
  /** The least and the most of a field, as text. */
  const range = ({ key, label, measure }: UnitField): ReactNode => {
    const typed = boundsOf(filters.fields[key] ?? "");
    return ["range_min", "range_max"].map((name, index) => (
      <label key={key + name}>
        <span>
          {t(`inventory.${name}`, {
            field: measure ? `${label} (${measure})` : label,
          })}
        </span>
        <input
          type="text"
          inputMode="decimal"
          autoComplete="off"
          value={typed[index] ?? ""}
          onChange={({ target }: Field) => {
            const text = target.value.replaceAll("-", "");
            const [least, most] = index
              ? [typed[0] ?? "", text]
              : [text, typed[1] ?? ""];
            setField(key, least || most ? `${least}-${most}` : "", true);
          }}
        />
      </label>
    ));
  };
  const own = (fields: readonly UnitField[]): ReactNode =>
    fields.map((field) =>
      hasBounds(field)
        ? range(field)
        : select(
            field.label,
            filters.fields[field.key] ?? "",
            [["", t("inventory.any")], ...labels.options[field.key]!],
            (value) => setField(field.key, value),
          ),
    );
  const view = (value: boolean, label: string): ReactNode => (
    <label>
      <input
        type="radio"
        name={`${id}-view`}
        checked={visual === value}
        onChange={() => change({ visual: value })}
      />
      <span>{label}</span>
    </label>
  );

  return (
    <form
      className="inventory-controls"
      aria-label={t("inventory.filters")}
      onSubmit={(event) => event.preventDefault()}
    >
      <fieldset className="inventory-fields" disabled={!ready}>
        <fieldset className="inventory-views">
          <legend className="visually-hidden">{t("inventory.mode")}</legend>
          {view(false, t("inventory.list"))}
          {view(true, t("inventory.visual"))}
        </fieldset>
        <details className="inventory-fold">
          <summary>
            <FreshText text={`${t("inventory.filters")} (${count})`} />
          </summary>
          <Check
            label={t("inventory.available_only")}
            isChecked={!!filters.available}
            choose={(only) => set({ available: only ? "1" : "" })}
          />
          <div className="inventory-picks">
            {hasUses &&
              pick(
                "use",
                t("unit.use"),
                t("inventory.all_uses"),
                Object.entries(labels.uses),
              )}
            {own(places)}
            {hasLevels &&
              pick("level", t("unit.level"), t("inventory.all_levels"), levels)}
            {own(first)}
            {MAIN_BOUNDS.map(bound)}
          </div>
          <details className="inventory-extra">
            <summary>
              <FreshText
                text={t("inventory.more_filters", {
                  count: count - mainCount,
                })}
              />
            </summary>
            <div className="inventory-picks">
              {own(further)}
              {OTHER_BOUNDS.map(bound)}
            </div>
          </details>
        </details>
        {select(
          t("inventory.sort"),
          state.order,
          ORDERS.map((order) => [
            order,
            t(`inventory.orders.${order || "disp"}`),
          ]),
          (order) => change({ order }),
          "inventory-sort",
        )}
        {count > 0 && (
          <button
            type="button"
            className="inventory-clear"
            onClick={() => change({ filters: NO_FILTERS })}
          >
            {t("inventory.clear")}
          </button>
        )}
      </fieldset>
    </form>
  );
}
