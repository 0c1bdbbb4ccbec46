// The availability selector: the visitor chooses a building where there are several, a level, then a unit.
import { useEffect, useLayoutEffect, useMemo, useState } from "react";
import { Legend, statusLabelsOf } from "../plan/status.tsx";
import { amenityStore } from "../stores/amenity.ts";
import { useProperties } from "../stores/property.ts";
import { FreshText, useTranslate } from "../strings.tsx";
import type { SelectorOptions } from "../types.ts";
import {
  Buildings,
  chooseFloor,
  floorOf,
  floorsOf,
  Levels,
} from "./levels.tsx";
import { opensNewTab, useUnitDialog } from "./use-unit-dialog.tsx";
import type { UnitIslandProps } from "./unit-links.ts";

export default function Selector(props: UnitIslandProps & SelectorOptions) {
  const t = useTranslate();
  const properties = useProperties(props);
  const { units } = properties;

  useEffect(() => {
    // Updates the amenities of the page (S20), if it shows any. Their file is in the same folder as that of the units.
    if (document.querySelector("[data-amenity-name]"))
      amenityStore(
        props.dataUrl.replace(/[^/]+$/, "amenities.json"),
        props.lang,
        props.minimumDelay,
      );
  }, [props]);

  const floors = useMemo(() => floorsOf(props, units), [props, units]);
  const among = floorOf(floors, properties.actualItem?.code)?.units ?? [];
  const dialog = useUnitDialog(props, properties, among);

  const [first] = useState(floors);
  // The level or the unit in the address.
  useLayoutEffect(
    () => chooseFloor(props.id, floorOf(first, location.hash.slice(1))),
    [props.id, first],
  );

  useEffect(() => {
    // The drawing of the building leads to levels and units, the list of buildings to each.
    const onClick = (event: MouseEvent): void => {
      const link = (event.target as Element).closest<HTMLElement>(
        ".menu-drawing a, .site-list a",
      );
      if (link && !opensNewTab(event))
        chooseFloor(
          props.id,
          floorOf(
            floors,
            link.dataset.code ?? link.getAttribute("href")!.slice(1),
          ),
        );
    };
    addEventListener("click", onClick);
    return () => removeEventListener("click", onClick);
  }, [floors, props.id]);

  // Rendered again only for other units, so that opening or closing a dialog is fast.
  const drawn = useMemo(() => {
    const Part = props.buildings ? Buildings : Levels;
    return <Part island={props} floors={floors} />;
  }, [floors, props]);

  return (
    <div id={props.id} className="island-selector selector">
      {drawn}
      <div className="selector-foot">
        <Legend labels={statusLabelsOf(props)} title={t("status.label")} />
        <p className="selector-date" aria-busy={properties.loadingProperties}>
          <FreshText
            text={t("selector.date", { date: properties.dateLabel })}
          />
        </p>
      </div>
      {dialog}
    </div>
  );
}
