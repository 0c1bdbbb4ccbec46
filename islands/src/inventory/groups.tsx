// Equal units in one row, which opens to them: a visitor then compares what differs.
import type { ReactNode } from "react";
import { KeyPlan } from "../plan/plan.tsx";
import {
  floorLabel,
  labelOf,
  type UnitIslandProps,
} from "../selector/unit-links.ts";
import { fieldsAt, isOn, textOf } from "../stores/fields.ts";
import type { Unit } from "../types.ts";
import type { Labels } from "./labels.ts";

interface GroupPlansProps {
  island: UnitIslandProps;
  labels: Labels;
  /** Equal units. */
  group: readonly Unit[];
}

/** The levels of a group, each with its units marked, and with what the comparison says of them that is not equal. */
export default function GroupPlans({
  island,
  labels,
  group,
}: GroupPlansProps): ReactNode {
  const differing = fieldsAt(island, "comparison").filter(
    ({ key }) =>
      key !== "level" &&
      new Set(group.map((unit) => textOf(island, unit, key))).size > 1,
  );
  const differences = (unit: Unit): string[] =>
    differing.flatMap(({ key, label }) => {
      const text = textOf(island, unit, key);
      return text === undefined ? [] : `${label}: ${text}`;
    });
  return island.plans.map((plan) => {
    const units = group.filter((unit) => isOn(unit, plan));
    const places = plan.units.filter(({ code }) =>
      units.some((unit) => unit.code === code),
    );
    return (
      places.length > 0 && (
        <figure key={`${plan.building}-${plan.level}`}>
          <figcaption>
            {floorLabel(island, plan.building, labels.levels.get(plan.level))}
            {units.map((unit) => (
              <small key={unit.code}>
                {[labelOf(unit), ...differences(unit)].join(" · ")}
              </small>
            ))}
          </figcaption>
          <KeyPlan plan={plan} places={places} status={group[0]!.status} />
        </figure>
      )
    );
  });
}
