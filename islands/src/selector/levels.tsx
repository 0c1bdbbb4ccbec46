// The choice of a building and of a level. Both are radio buttons and the style sheet shows what the checked ones stand for,
// so that choosing needs no script.
import { useState, type ComponentProps } from "react";
import { useTranslate } from "../strings.tsx";
import { Floor, type FloorProps } from "./floor.tsx";
import type { UnitIslandProps } from "./unit-links.ts";

/** How many levels the style sheet shows without script. */
const STYLED_LEVELS = 6;

/** A level to show with its units and counts. */
export type FloorData = Pick<FloorProps, "building" | "level" | "name" | "units"> & {
  total: number;
  free: number;
};

type LevelsProps = Pick<FloorProps, "onOpen"> & {
  island: UnitIslandProps & { level?: number };
  floors: readonly FloorData[];
};

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
    document.querySelector<HTMLElement>(`[name="${name}"][value="${value}"]`)?.click();
  // Of the level or unit, where it was that of a building now.
  history.replaceState(history.state, "", hash || location.href);
}

function Radio({ label, note, ...input }: ComponentProps<"input"> & { label: string; note: string }) {
  return (
    <label>
      <input type="radio" {...input} />
      <span className="selector-level-name">{label}</span>
      <span className="selector-level-free">{note}</span>
    </label>
  );
}

/** The levels of a building, and the plan and the list of each. */
export function Levels({ island, floors, ...shared }: LevelsProps) {
  const t = useTranslate();
  // Set only where the style sheet does not show the checked level.
  const [checked, check] = useState<number>();
  const { building } = floors[0] ?? {};
  const chosen =
    floors.find(({ level }) => level === island.level) ?? floors.find(({ level }) => level >= 0) ?? floors[0];
  return (
    <>
      <fieldset id={building} className="selector-levels">
        <legend>{t("selector.choose_level")}</legend>
        {floors.map(({ level, name, total, free }) => (
          <Radio
            key={level}
            name={groupOf(island.id, building)}
            value={String(level)}
            defaultChecked={level === chosen!.level}
            label={name}
            note={t("selector.available", { count: free, total })}
            onChange={floors.length > STYLED_LEVELS ? () => check(level) : undefined}
          />
        ))}
      </fieldset>
      <div className="selector-floors">
        {floors.map((floor) => (
          <Floor
            key={floor.level}
            island={island}
            isOther={checked !== undefined && floor.level !== checked}
            {...shared}
            {...floor}
          />
        ))}
      </div>
    </>
  );
}

/** The buildings, and the levels of each. */
export function Buildings({ island, floors: all, onOpen }: LevelsProps) {
  const t = useTranslate();
  // Those whose units this selector shows, and those that are not yet on sale.
  const groups = island
    .buildings!.map((building) => {
      const floors = all.filter((floor) => floor.building === building.key);
      const sum = (part: "free" | "total"): number => floors.reduce((sum, floor) => sum + floor[part], 0);
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
        <section key={key} className="selector-building" aria-label={label}>
          {contactUrl ? (
            <p id={key} className="selector-empty">
              {`${label}: ${note}. `}
              <a href={contactUrl}>{t("selector.request.disponible")}</a>
            </p>
          ) : (
            <Levels island={island} floors={floors} onOpen={onOpen} />
          )}
        </section>
      ))}
    </>
  );
}
