// One level of the selector: its floor plan and a list of the same units.
import type { MouseEvent } from "react";
import { Plan, takeClick } from "../plan/plan.tsx";
import { StatusMark, statusLabelsOf } from "../plan/status.tsx";
import { BUILDING, PREFIX } from "../stores/declared-fields.ts";
import { useTranslate } from "../strings.tsx";
import type { Unit } from "../types.ts";
import { buildingLabel, unitHref, type UnitIslandProps } from "./unit-links.ts";

export interface FloorProps {
  island: UnitIslandProps;
  building: string | undefined;
  level: number;
  name: string;
  units: readonly Unit[];
  /** Whether another level is checked. */
  isOther: boolean;
  onOpen(unit: Unit): void;
}

/** The id of a level's plan and list: what the drawing of the building leads to. */
export function floorId({ building, level }: { building?: string | undefined; level: number }): string {
  return `${building ? `${building}-` : ""}nivel-${level}`;
}

/** Maximum number of units in the list; a longer list ends with a link to the inventory. */
const LIST_LIMIT = 60;

export function Floor(props: FloorProps) {
  const { island, building, level, units, isOther, onOpen } = props;
  const t = useTranslate();
  const statusLabels = statusLabelsOf(island);
  // Several buildings have levels of one name.
  const name = [buildingLabel(island, building), props.name].filter(Boolean).join(", ");
  const plan = island.plans.find((other) => other.level === level && other.building === building);
  const byCode = new Map(units.map((unit) => [unit.code, unit]));

  const onClick = (event: MouseEvent): void => {
    const unit = takeClick(event, byCode);
    if (unit) onOpen(unit);
  };

  return (
    <section
      id={floorId(props)}
      className={isOther ? "selector-floor is-other" : "selector-floor"}
      aria-label={name}
    >
      {plan && (
        <Plan
          plan={plan}
          island={island}
          first={island.plans[0]!}
          units={byCode}
          label={t("selector.plan", { level: name })}
          describe={(unit) => `${unit.code}, ${unit.text.area}, ${statusLabels[unit.status]}`}
          onOpen={onOpen}
        />
      )}
      <ul className="selector-list" aria-label={t("selector.spaces", { level: name })} onClick={onClick}>
        {units.slice(0, LIST_LIMIT).map((unit) => (
          <li key={unit.code} id={unit.code}>
            <a href={unitHref(island, unit)} data-code={unit.code}>
              <b>{unit.code}</b>
              <span>{unit.text.area}</span>
              <StatusMark status={unit.status} label={statusLabels[unit.status]} />
              <span>{unit.text.price}</span>
            </a>
          </li>
        ))}
        {units.length > LIST_LIMIT && (
          <li>
            <a
              href={`${island.unitBase}?nivel=${level}${building ? `&${PREFIX}${BUILDING}=${building}` : ""}`}
            >
              {t("actions.inventory")}
            </a>
          </li>
        )}
      </ul>
      {!units.length && <p className="selector-empty">{t("selector.empty")}</p>}
    </section>
  );
}
