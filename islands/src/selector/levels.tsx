// The choices of a building and of a level are radio buttons, by which the style sheet shows plans and lists without script.
import { useState, type ComponentProps } from "react";
import { Plan } from "../plan/plan.tsx";
import { StatusMark, statusOf } from "../plan/status.tsx";
import { BUILDING, isOn, PREFIX } from "../stores/fields.ts";
import { FreshText, useTranslate } from "../strings.tsx";
import type { SelectorOptions, Unit } from "../types.ts";
import {
  labelOf,
  floorLabel,
  unitHref,
  type UnitIslandProps,
} from "./unit-links.ts";

/** How many levels the style sheet shows without script. */
const STYLED_LEVELS = 6;

/** The levels to show with their units and counts. */
export function floorsOf(
  props: UnitIslandProps & SelectorOptions,
  all: readonly Unit[],
) {
  const shown = all.filter(({ use }) => !props.use || use === props.use);
  return props.levels.map(({ building, level, label, total, free }) => {
    const units = shown.filter((unit) => isOn(unit, { building, level }));
    const own = {
      total: units.length,
      free: units.filter(({ status }) => status === "disponible").length,
    };
    // The page may have only some units of a level, and states the numbers of all.
    const stated = all === props.units &&
      total !== undefined && { total, free: free! };
    return {
      building,
      level,
      name: label ?? String(level),
      units,
      ...(stated || own),
    };
  });
}

type FloorData = ReturnType<typeof floorsOf>[number];

/** The floor with this id, or with the unit of this code; the first of a building with this key. */
export function floorOf(
  floors: readonly FloorData[],
  id: string | undefined,
): FloorData | undefined {
  return floors.find(
    (floor) =>
      floorId(floor) === id ||
      (floor.building === id && floor.level >= 0) ||
      floor.units.some(({ code }) => code === id),
  );
}

interface LevelsProps {
  island: UnitIslandProps & SelectorOptions;
  floors: readonly FloorData[];
}

type FloorProps = Pick<LevelsProps, "island"> & {
  floor: FloorData;
  isOther: boolean;
};

/** The id of a level's plan and list: what the drawing of the building leads to. */
function floorId({
  building,
  level,
}: Pick<FloorData, "building" | "level">): string {
  return `${building ? `${building}-` : ""}nivel-${level}`;
}

/** Maximum number of units in the list; a longer list ends with a link to the inventory. */
const LIST_LIMIT = 60;

/** The name of the radio buttons of a building's levels. */
function groupOf(id: string, building: string | undefined): string {
  return `${id}-${building ? `${building}-` : ""}level`;
}

/** Checks the radio buttons of a level and of its building. */
export function chooseFloor(id: string, floor: FloorData | undefined): void {
  if (!floor) return;
  const { building, level } = floor;
  const { hash } = location;
  for (const [name, value] of [
    [`${id}-building`, building],
    [groupOf(id, building), level],
  ])
    document
      .querySelector<HTMLElement>(`[name="${name}"][value="${value}"]`)
      ?.click();
  // Of the level or unit, where it was that of a building now.
  history.replaceState(history.state, "", hash || location.href);
}

function Radio({
  label,
  note,
  ...input
}: ComponentProps<"input"> & { label: string; note: string }) {
  return (
    <label>
      <input type="radio" {...input} />
      <span className="selector-level-name">{label}</span>
      <span className="selector-level-free">
        <FreshText text={note} />
      </span>
    </label>
  );
}

/** The floor plan of a level, and a list of the same units. `isOther`: another level is checked. */
function Floor({ island, floor, isOther }: FloorProps) {
  const { building, level, units } = floor;
  const t = useTranslate();
  const name = floorLabel(island, building, floor.name);
  const plan = island.plans.find(
    (other) => other.level === level && other.building === building,
  );

  return (
    <section
      id={floorId(floor)}
      className={`selector-floor${isOther ? " is-other" : ""}`}
      // The only level of land and sheds has the name of its building, around it.
      aria-label={floor.name && name}
    >
      {plan && (
        <Plan
          plan={plan}
          island={island}
          first={island.plans[0]!}
          units={new Map(units.map((unit) => [unit.code, unit]))}
          label={t("selector.plan", { level: name })}
          describe={(unit) =>
            `${labelOf(unit)}, ${unit.text.areas}, ${statusOf(island, unit)}`
          }
        />
      )}
      <ul
        className="selector-list"
        aria-label={t("selector.spaces", { level: name })}
      >
        {units.slice(0, LIST_LIMIT).map((unit) => (
          <li key={unit.code} id={unit.code}>
            <a href={unitHref(island, unit)} data-code={unit.code}>
              <b translate="no">{labelOf(unit)}</b>
              <FreshText text={unit.text.areas} />
              <StatusMark island={island} unit={unit} />
              <span
                data-price={unit.price === null ? undefined : "net"}
                translate="no"
              >
                {unit.text.fields.price}
              </span>
              {unit.text.fields.rent && (
                <span data-price="rent" translate="no">
                  {unit.text.fields.rent}
                </span>
              )}
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

/** The levels of a building, and the plan and the list of each. */
export function Levels({ island, floors }: LevelsProps) {
  const t = useTranslate();
  // Set only where the style sheet does not show the checked level.
  const [checked, check] = useState<number>();
  const { building } = floors[0] ?? {};
  // Land and sheds have one level, which has no name: there is nothing to choose.
  const isChoice = floors.length > 1 || floors[0]?.name;
  const chosen =
    floors.find(({ level }) => level === island.level) ??
    floors.find(({ level }) => level >= 0) ??
    floors[0];
  return (
    <>
      <fieldset
        className={`selector-levels${isChoice ? "" : " is-single"}`}
        disabled={!isChoice}
      >
        <legend>{t("selector.choose_level")}</legend>
        {floors.map(({ level, name, total, free }) => (
          <Radio
            key={level}
            name={groupOf(island.id, building)}
            value={String(level)}
            defaultChecked={level === chosen!.level}
            label={name}
            note={t("selector.available", { count: free, total })}
            onChange={
              floors.length > STYLED_LEVELS ? () => check(level) : undefined
            }
          />
        ))}
      </fieldset>
      <div className="selector-floors">
        {floors.map((floor) => (
          <Floor
            key={floor.level}
            island={island}
            floor={floor}
            isOther={checked !== undefined && floor.level !== checked}
          />
        ))}
      </div>
    </>
  );
}

/** The buildings, and the levels of each. */
export function Buildings({ island, floors: all }: LevelsProps) {
  const t = useTranslate();
  // Those whose units this selector shows, and those that are not yet on sale.
  const groups = island
    .buildings!.map((building) => {
      const floors = all.filter((floor) => floor.building === building.key);
      const sum = (part: "free" | "total"): number =>
        floors.reduce((sum, floor) => sum + floor[part], 0);
      const note = building.contactUrl
        ? t("selector.announced")
        : t("selector.available", { count: sum("free"), total: sum("total") });
      return { ...building, floors, note };
    })
    .filter(({ floors, contactUrl }) => floors.length || contactUrl);
  const first = groups.find(({ floors }) => floors.length);
  return (
    <>
      <fieldset className="selector-levels selector-buildings">
        <legend>{t("unit.building")}</legend>
        {groups.map(({ key, label, note }) => (
          <Radio
            key={key}
            name={`${island.id}-building`}
            value={key}
            defaultChecked={key === first?.key}
            label={label}
            note={note}
            onChange={() => history.replaceState(history.state, "", `#${key}`)}
          />
        ))}
      </fieldset>
      {groups.map(({ key, label, contactUrl, floors, note }) => (
        <section
          key={key}
          id={key}
          className="selector-building"
          aria-label={label}
        >
          {contactUrl ? (
            <p className="selector-empty">
              {`${label}: ${note}. `}
              <a href={contactUrl}>{t("selector.request.disponible")}</a>
            </p>
          ) : (
            <Levels island={island} floors={floors} />
          )}
        </section>
      ))}
    </>
  );
}
