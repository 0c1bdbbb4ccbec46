// The floor plan of a level: units are links, with script one tab stop with arrow keys; Enter, Space or a click opens one.
import { useEffect, useRef, type KeyboardEvent, type ReactNode } from "react";
import { unitHref, type UnitIslandProps } from "../selector/unit-links.ts";
import { useTranslate } from "../strings.tsx";
import type { PlanGeometry, PlanUnit, Status, Unit } from "../types.ts";
import { Axes, Ground, Walls } from "./building.tsx";

/** Pixels of a decimetre on a phone, where the plan scrolls sideways: a unit of 3.7 m is 44 px wide. */
const PHONE_SCALE = 1.2;
/** Pixels that it is wide there at most, three screens: of a larger plan the list has the units that a finger does not hit. */
const PHONE_WIDTH = 1170;

export interface PlanProps {
  island: UnitIslandProps;
  plan: PlanGeometry;
  /** The first plan that the island shows. */
  first: PlanGeometry;
  /** By code. A unit of the plan that is not in the map is drawn without a link. */
  units: ReadonlyMap<string, Unit>;
  label: string;
  describe(unit: Unit): string;
  /** True for units that the filters exclude: they are drawn faintly. */
  isDimmed?(unit: Unit): boolean;
  /** What is written below the number of a unit, where it has room. */
  note?(place: PlanUnit, unit: Unit): ReactNode;
}

const DIRECTIONS: Record<string, readonly [number, number]> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
};

/** Distance across the direction of the key counts double, so that a unit in the same row is preferred. */
const ASIDE_WEIGHT = 2;

/** The unit that `key` selects from another one. At the end of a row, left and right follow the list, to reach every unit. */
export function neighbour(
  units: readonly PlanUnit[],
  code: string,
  key: string,
): PlanUnit | undefined {
  const index = units.findIndex((unit) => unit.code === code);
  const from = units[index];
  if (key === "Home") return units[0];
  if (key === "End") return units.at(-1);
  const direction = DIRECTIONS[key];
  if (!from || !direction) return undefined;
  const [x, y] = direction;
  const reachable = units.flatMap((unit) => {
    const dx = unit.x - from.x;
    const dy = unit.y - from.y;
    const ahead = dx * x + dy * y;
    const aside = Math.abs(dx * y) + Math.abs(dy * x);
    // Within 45 degrees on each side of the direction.
    return ahead > 0 && aside <= ahead
      ? [{ unit, distance: ahead + ASIDE_WEIGHT * aside }]
      : [];
  });
  const [best] = reachable.sort((one, other) => one.distance - other.distance);
  return best?.unit ?? (x ? units[index + x] : undefined);
}

export function Plan({
  island,
  plan,
  first,
  units,
  label,
  describe,
  isDimmed,
  note,
}: PlanProps) {
  const t = useTranslate();
  const svg = useRef<SVGSVGElement>(null);
  const drawn = plan.units.filter((place) => units.has(place.code));
  const width = PHONE_SCALE * +plan.viewBox.split(" ")[2]!;

  // Makes one link the tab stop. Not rendered: without script every link must be one, and SVG ignores preact's `tabIndex`.
  const stopAt = (stop: Element | null): void => {
    if (!stop) return;
    for (const link of svg.current!.querySelectorAll("a"))
      link.setAttribute("tabindex", link === stop ? "0" : "-1");
  };

  // The same one as long as it is there.
  useEffect(() =>
    stopAt(
      svg.current!.querySelector("a[tabindex='0']") ??
        svg.current!.querySelector("a"),
    ),
  );

  const onKeyDown = (event: KeyboardEvent): void => {
    const link = (event.target as Element).closest("a");
    if (!link || event.metaKey || event.ctrlKey || event.altKey) return;
    const next = neighbour(drawn, link.dataset.code!, event.key);
    if (next) {
      svg
        .current!.querySelector<SVGElement>(`[data-code="${next.code}"]`)!
        .focus();
    } else if (event.key === " ") {
      // Opens the unit like Enter, with which the browser clicks.
      link.dispatchEvent(
        new MouseEvent("click", { bubbles: true, cancelable: true }),
      );
    } else if (!event.key.startsWith("Arrow")) {
      return;
    }
    event.preventDefault();
  };

  return (
    <div
      className="plan-frame"
      tabIndex={drawn.length ? undefined : 0}
      // Here, because a listener of the drawing would let Chrome focus the drawing itself.
      onFocus={({ target }) => stopAt((target as Element).closest("a"))}
    >
      <p className="plan-hint">{t("unit.plan_hint")}</p>
      <svg
        ref={svg}
        className={width > PHONE_WIDTH ? "plan is-reduced" : "plan"}
        viewBox={plan.viewBox}
        width={Math.min(width, PHONE_WIDTH)}
        role="group"
        aria-label={label}
        onKeyDown={onKeyDown}
      >
        <Axes plan={plan} first={first} prefix={island.id} />
        <Ground plan={plan} />
        {plan.units.map((place) => {
          const unit = units.get(place.code);
          if (!unit) {
            return (
              <g key={place.code} className="plan-unit">
                <path d={place.path} />
              </g>
            );
          }
          return (
            <a
              key={place.code}
              className={`plan-unit is-${unit.status}${isDimmed?.(unit) ? " is-dimmed" : ""}`}
              href={unitHref(island, unit)}
              aria-label={describe(unit)}
              data-code={place.code}
            >
              <path d={place.path} />
              {place.terrace && (
                <path className="plan-terrace" d={place.terrace} />
              )}
              {place.fit !== "" && (
                <text
                  {...(place.fit
                    ? { transform: place.fit }
                    : { x: place.x, y: place.y + 4 })}
                >
                  {unit.unit}
                </text>
              )}
              {note?.(place, unit)}
            </a>
          );
        })}
        <path
          className="plan-door"
          d={plan.units.map(({ door }) => door).join("")}
          aria-hidden="true"
        />
        <Walls plan={plan} first={first} prefix={island.id} />
      </svg>
    </div>
  );
}

/** A small plan of a level with some of its units marked. */
export function KeyPlan({
  plan,
  places,
  status,
}: {
  plan: PlanGeometry;
  places: readonly PlanUnit[];
  status: Status;
}) {
  return (
    <svg className="plan plan-key" viewBox={plan.viewBox} aria-hidden="true">
      <Ground plan={plan} />
      <path
        className={`plan-marked is-${status}`}
        d={places.map(({ path }) => path).join("")}
      />
      <Walls plan={plan} />
    </svg>
  );
}
