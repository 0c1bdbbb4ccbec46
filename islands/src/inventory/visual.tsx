// The inventory on floor plans, one per level; units that the filters exclude are drawn faintly.
import { useRef, type FocusEvent, type MouseEvent } from "react";
import { linkAt, showCard } from "../plan/card.ts";
import { Plan } from "../plan/plan.tsx";
import { statusOf } from "../plan/status.tsx";
import {
  labelOf,
  floorLabel,
  type UnitIslandProps,
} from "../selector/unit-links.ts";
import { FreshText, useTranslate } from "../strings.tsx";
import type { PlanUnit, Unit } from "../types.ts";
import { BUILDING, isOn } from "../stores/fields.ts";
import { offersOf } from "../stores/offers.ts";
import type { Filters } from "./filter.ts";
import type { Labels } from "./labels.ts";

/** The width of a character of a note in decimetres of the plan, and the height of its lines. */
const CHARACTER = 5.4;
const LINE = 12;

export interface VisualProps {
  island: UnitIslandProps;
  labels: Labels;
  units: readonly Unit[];
  /** The units that match the filters. */
  shown: readonly Unit[];
  filters: Filters;
}

/** Copies the site plan of the page, which leads to the plans of its buildings; there is none where there is one building. */
function copySitePlan(place: HTMLElement | null): void {
  const plan = document.querySelector<HTMLTemplateElement>("#site-plan");
  if (!plan || !place) return;
  place.replaceChildren(plan.content.cloneNode(true));
  for (const link of place.querySelectorAll<HTMLElement>("[data-building]"))
    link.setAttribute("href", `#${link.dataset.building}`);
}

export default function Visual({
  island,
  labels,
  units,
  shown,
  filters,
}: VisualProps) {
  const t = useTranslate();
  const card = useRef<HTMLParagraphElement>(null);
  const show = (event: MouseEvent | FocusEvent): void =>
    showCard(card.current!, linkAt(event));
  const hide = (): void => showCard(card.current!, null);
  const short = (amount: number): string =>
    amount.toLocaleString(island.locale, { maximumFractionDigits: 2 });
  const note = (
    { x, y, fit, size }: PlanUnit,
    { interior, terrace, price, text }: Unit,
  ) => {
    // The symbol before the amount.
    const lines = [
      ...(terrace ? [`${short(interior)} +`] : []),
      `${short(terrace || interior)} m²`,
      ...(price === null
        ? []
        : [
            `${/^\D*/.exec(text.fields.price!)![0]}${short(price / labels.priceUnit.minor / 1e6)} M`,
          ]),
    ];
    const width = Math.max(...lines.map((line) => line.length)) * CHARACTER;
    return (
      fit === undefined &&
      width < size[0] * 10 &&
      5 + lines.length * LINE < size[1] * 5 &&
      lines.map((line, index) => (
        <text
          key={line}
          className="plan-note"
          x={x}
          y={y + 5 + (index + 1) * LINE}
          data-price={
            price !== null && index === lines.length - 1 ? "net" : undefined
          }
        >
          {line}
        </text>
      ))
    );
  };
  const byCode = new Map(units.map((unit) => [unit.code, unit]));
  const matching = new Set(shown);
  const { level, fields } = filters;
  const plans = island.plans.filter(
    (plan) =>
      (!level || plan.level === Number(level)) &&
      (!fields[BUILDING] || plan.building === fields[BUILDING]),
  );
  const counted = plans.map((plan) => ({
    plan,
    name: floorLabel(
      island,
      plan.building,
      island.levels.find(
        ({ level, building }) =>
          level === plan.level && building === plan.building,
      )?.label ?? undefined,
    ),
    count: shown.filter((unit) => isOn(unit, plan)).length,
  }));
  // When nothing matches, every plan shows that.
  const drawn = counted.filter(({ count }) => count > 0 || !shown.length);
  const empty = counted.filter((floor) => !drawn.includes(floor));
  return (
    <div
      className="inventory-plans"
      onMouseOver={show}
      onFocus={show}
      onMouseLeave={hide}
      onBlur={hide}
    >
      <div ref={copySitePlan} className="inventory-site" />
      {drawn.map(({ plan, name, count }, index) => (
        <section
          key={`${plan.building}-${plan.level}`}
          id={
            plan.building === drawn[index - 1]?.plan.building
              ? undefined
              : plan.building
          }
          aria-label={name}
        >
          <h2>
            {name}
            <small>
              <FreshText text={t("inventory.results", { count })} />
            </small>
          </h2>
          <Plan
            plan={plan}
            island={island}
            first={drawn[0]!.plan}
            units={byCode}
            label={t("unit.plan_level", { level: name })}
            describe={(unit) =>
              [
                labelOf(unit),
                unit.text.areas,
                statusOf(island, unit),
                offersOf(unit.text),
              ].join(", ")
            }
            isDimmed={(unit) => !matching.has(unit)}
            note={note}
          />
        </section>
      ))}
      {empty.length > 0 && (
        <p className="note">
          <FreshText
            text={`${empty.map(({ name }) => name).join(", ")}: ${t("inventory.results", { count: 0 })}`}
          />
        </p>
      )}
      <p ref={card} className="menu-card" aria-hidden="true" hidden />
    </div>
  );
}
