// The inventory on floor plans, one per level; units that the filters exclude are drawn faintly.
import { Plan } from "../plan/plan.tsx";
import { buildingLabel, unitHref, type UnitIslandProps } from "../selector/unit-links.ts";
import { useTranslate } from "../strings.tsx";
import type { Unit } from "../types.ts";
import { BUILDING, isOn } from "../stores/declared-fields.ts";
import type { Filters } from "./filter.ts";
import type { Labels } from "./labels.ts";

export interface VisualProps {
  island: UnitIslandProps;
  labels: Labels;
  units: readonly Unit[];
  /** The units that match the filters. */
  shown: readonly Unit[];
  filters: Filters;
  onOpen(unit: Unit): void;
}

export default function Visual({ island, labels, units, shown, filters, onOpen }: VisualProps) {
  const t = useTranslate();
  const byCode = new Map(units.map((unit) => [unit.code, unit]));
  const matching = new Set(shown);
  const { level, fields } = filters;
  const plans = island.plans.filter(
    (plan) =>
      (!level || plan.level === Number(level)) && (!fields[BUILDING] || plan.building === fields[BUILDING]),
  );
  return (
    <div className="inventory-plans">
      {plans.map((plan) => {
        const name = [buildingLabel(island, plan.building), labels.levels.get(plan.level)]
          .filter(Boolean)
          .join(", ");
        const count = shown.filter((unit) => isOn(unit, plan)).length;
        return (
          <section key={`${plan.building}-${plan.level}`} aria-label={name}>
            <h2>
              {name}
              <small>{t("inventory.results", { count })}</small>
            </h2>
            <Plan
              plan={plan}
              first={{ plan: plans[0]!, id: island.id }}
              units={byCode}
              label={t("unit.plan_level", { level: name })}
              href={(unit) => unitHref(island, unit)}
              describe={(unit) => `${unit.code}, ${unit.text.area}, ${labels.status[unit.status]}`}
              isDimmed={(unit) => !matching.has(unit)}
              onOpen={onOpen}
            />
          </section>
        );
      })}
    </div>
  );
}
