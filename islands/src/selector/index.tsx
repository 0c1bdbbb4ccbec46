// The availability selector: the visitor chooses a level, then a unit on its floor plan or in its list. Levels are radio
// buttons and the style sheet shows the plan of the checked one, so that choosing a level needs no script. Until this
// island starts, plan and list are links to the pages of the units.
import { useEffect, useMemo, useState } from "react";
import { Legend, type StatusLabels } from "../plan/status.tsx";
import { useDialog } from "../plan/use-dialog.ts";
import { useProperties } from "../stores/use-properties.ts";
import type { Unit, Use } from "../stores/unit.ts";
import { useTranslate } from "../strings.tsx";
import { Floor } from "./floor.tsx";
import { levelLabel, unitHref, type UnitIslandProps } from "./unit-links.ts";

interface SelectorProps extends UnitIslandProps {
  /** Shows only the levels of this use. */
  use?: Use;
  /** The level that is checked at first. */
  level?: number;
}

/** How many levels the style sheet shows without script. */
const STYLED_LEVELS = 6;

export default function Selector(props: SelectorProps) {
  const t = useTranslate();
  const { items, dateLabel, actualItem, loadingProperties, select } = useProperties(props);
  const dialog = useDialog(() => import("./unit-dialog.tsx"));
  const statusLabels = props.strings.status as StatusLabels;

  useEffect(() => {
    // Updates the amenities of the page (S20), if it shows any. If the code fails to load, they stay as they are.
    if (!document.querySelector("[data-amenity-name]")) return;
    import("../stores/amenity-marks.ts").then(({ followAmenities }) => followAmenities(props), console.info);
  }, []);

  const open = (unit: Unit): void => {
    select(unit);
    // When the dialog fails to load, follow the link to the page of the unit.
    dialog.open().catch(() => location.assign(unitHref(props, unit)));
  };
  const floors = props.levels
    .filter(({ use }) => !props.use || use === props.use)
    .map((given) => {
      const { level, label: name } = given;
      const units = items.filter((unit) => unit.level === level);
      const stated: Partial<typeof given> = items === props.units ? given : {};
      const { total = units.length, free = units.filter(({ status }) => status === "disponible").length } =
        stated;
      return { level, name, units, total, free };
    });
  // Set only where the style sheet does not show the checked level.
  const [checked, check] = useState<number>();
  // Rendered again only for other units or another level, so that opening or closing a dialog is fast.
  const drawn = useMemo(
    () =>
      floors.map((floor) => (
        <Floor
          key={floor.level}
          island={props}
          statusLabels={statusLabels}
          isOther={checked !== undefined && floor.level !== checked}
          onOpen={open}
          {...floor}
        />
      )),
    [items, checked],
  );
  const chosen =
    floors.find(({ level }) => level === props.level) ?? floors.find(({ level }) => level >= 0) ?? floors[0];

  return (
    <div id={props.id} className="island-selector selector">
      <fieldset className="selector-levels">
        <legend>{t("selector.choose_level")}</legend>
        {floors.map(({ level, name, total, free }) => (
          <label key={level}>
            <input
              type="radio"
              name={`${props.id}-level`}
              value={String(level)}
              defaultChecked={level === chosen!.level}
              onChange={floors.length > STYLED_LEVELS ? () => check(level) : undefined}
            />
            <span className="selector-level-name">{name}</span>
            <span className="selector-level-free">{t("selector.available", { count: free, total })}</span>
          </label>
        ))}
      </fieldset>
      <div className="selector-floors">{drawn}</div>
      <div className="selector-foot">
        <Legend labels={statusLabels} title={t("status.label")} />
        <p className="selector-date" aria-busy={loadingProperties}>
          {t("selector.date", { date: dateLabel })}
        </p>
      </div>
      {dialog.Dialog && actualItem && (
        <dialog.Dialog
          key={dialog.key}
          island={props}
          unit={actualItem}
          levelName={levelLabel(props, actualItem.level)}
          statusLabels={statusLabels}
          onClose={dialog.onClose}
        />
      )}
    </div>
  );
}
