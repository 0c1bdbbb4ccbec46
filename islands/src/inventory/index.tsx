// The inventory: all units in a table or on the floor plans, with filters and sorting, and with the state in the URL. The
// HTML of the page contains the whole list; this makes it interactive.
import { useEffect, useMemo, useState } from "react";
import { Legend } from "../plan/status.tsx";
import { useDialog } from "../plan/use-dialog.ts";
import { useLazy } from "../plan/use-lazy.ts";
import { unitHref, type UnitIslandProps } from "../selector/unit-links.ts";
import { useProperties } from "../stores/use-properties.ts";
import type { Unit } from "../stores/unit.ts";
import { useTranslate } from "../strings.tsx";
import { COMPARE_LIMIT, toggleCompared } from "./compare.ts";
import { Controls } from "./controls.tsx";
import { readFavourites, toggleFavourite } from "./favourites.ts";
import { countFilters, matcher } from "./filter.ts";
import { readLabels } from "./labels.ts";
import { restOfList } from "./rest.ts";
import { nextOrder, sortUnits } from "./sort.ts";
import type { RowAction } from "./row.ts";
import { Table } from "./table.tsx";
import { Toolbar } from "./toolbar.tsx";
import { useAddressState } from "./use-address-state.ts";

/** Number of rows shown first, and added by "show more"; more would not render within a frame. */
const CHUNK = 100;

export default function Inventory(props: UnitIslandProps) {
  const t = useTranslate();
  const labels = useMemo(() => readLabels(t, props), []);
  const { items, dateLabel, date, actualItem, loadingProperties, select } = useProperties(props);
  const typologies = useMemo(() => [...new Set(items.map((unit) => unit.typology))].sort(), [items]);
  const levels = props.levels.map(({ level }) => level);
  const { state, ready, change } = useAddressState({ uses: Object.keys(props.uses), levels, typologies });
  const [marked, setMarked] = useState<readonly string[]>([]);
  const [limit, setLimit] = useState(CHUNK);
  const [notice, setNotice] = useState("");
  const unitDialog = useDialog(() => import("../selector/unit-dialog.tsx"));
  const compareDialog = useDialog(() => import("./compare-dialog.tsx"));
  const [Visual, fetchVisual] = useLazy(() => import("./visual.tsx"));
  const { filters, order, compared, visual } = state;

  useEffect(() => {
    const read = (): void => {
      const codes = readFavourites();
      setMarked((known) => (codes.length || known.length ? codes : known));
    };
    read();
    // For marks made in another tab.
    addEventListener("storage", read);
    return () => removeEventListener("storage", read);
  }, []);

  useEffect(() => {
    // When the plans cannot be loaded, the table stays.
    if (visual && !Visual) fetchVisual().catch(() => change({ visual: false }, true));
  }, [visual]);

  useEffect(() => {
    // The button disappears with the last rows: focus the first of the rows that it added.
    if (limit > CHUNK && rest <= 0)
      document.querySelectorAll<HTMLElement>(".inventory-table tbody a")[limit - CHUNK]?.focus();
  }, [limit]);

  const shown = useMemo(
    () => sortUnits(items.filter(matcher(filters, marked)), order),
    [items, filters, marked, order],
  );
  const comparedUnits = compared.flatMap((code) => items.find((unit) => unit.code === code) ?? []);
  const filtered = countFilters(filters) > 0;
  // The page has only the first units of a long list; the data file has all.
  const total = (items === props.units && props.total) || items.length;
  const listed = useMemo(() => shown.slice(0, limit), [shown, limit]);
  const rest = shown.length - limit;

  const onAction = (action: RowAction, code: string): void => {
    if (action === "favourite") {
      setMarked(toggleFavourite(marked, code));
      return;
    }
    // A shared URL may contain codes that are not units: they do not count, and this change removes them.
    const known = comparedUnits.map((unit) => unit.code);
    const isFull = known.length === COMPARE_LIMIT && !known.includes(code);
    setNotice(isFull ? t("inventory.compare_full") : "");
    if (!isFull) change({ compared: toggleCompared(known, code) });
  };
  const onOpen = (unit: Unit): void => {
    select(unit);
    unitDialog.open().catch(() => location.assign(unitHref(props, unit)));
  };
  const onRemove = (code: string): void => {
    change({ compared: compared.filter((other) => other !== code) });
  };

  // Rendered again only for other units, so that opening or closing a dialog is fast.
  const drawing = useMemo(
    () =>
      visual &&
      Visual && <Visual island={props} {...{ labels, shown, onOpen }} units={items} level={filters.level} />,
    [visual, Visual, shown],
  );

  return (
    <div id={props.id} className="island-inventory inventory">
      <Controls {...{ id: props.id, labels, typologies, state, ready, change }} />
      <div className="inventory-bar">
        <p className="inventory-count" role="status">
          {filtered
            ? t("inventory.results_of", { count: shown.length, total })
            : t("inventory.results", { count: total })}
        </p>
        <p className="inventory-date" aria-busy={loadingProperties}>
          {t("inventory.date", { date: dateLabel })}
        </p>
        <Legend labels={labels.status} title={t("inventory.legend")} />
      </div>
      <Toolbar
        {...{ props, labels, shown, state, date, ready, notice, setNotice }}
        compareCount={comparedUnits.length}
        onCompare={() => compareDialog.open().catch(() => setNotice(t("inventory.not_loaded")))}
        onClear={() => change({ compared: [] })}
      />
      <div className="inventory-results">
        {drawing}
        <Table
          island={props}
          {...{ labels, order, marked, compared, ready, onAction }}
          units={listed}
          hidden={!!drawing}
          isFiltered={filtered}
          onSort={(column) => change({ order: nextOrder(order, column) })}
        />
        {!drawing && rest > 0 && ready && (
          <button type="button" className="button inventory-more" onClick={() => setLimit(limit + CHUNK)}>
            {t("inventory.show_more", { count: Math.min(rest, CHUNK) })}
          </button>
        )}
        {!ready && rest > 0 && (
          <ul
            className="inventory-rest"
            dangerouslySetInnerHTML={{
              __html: HYDRATED ? "" : restOfList(shown.slice(limit), props.unitBase, labels),
            }}
          />
        )}
      </div>
      {unitDialog.Dialog && actualItem && (
        <unitDialog.Dialog
          key={unitDialog.key}
          island={props}
          unit={actualItem}
          levelName={labels.levels.get(actualItem.level) ?? ""}
          statusLabels={labels.status}
          onClose={unitDialog.onClose}
        />
      )}
      {compareDialog.Dialog && (
        <compareDialog.Dialog
          key={compareDialog.key}
          island={props}
          {...{ labels, onRemove }}
          units={comparedUnits}
          onClose={compareDialog.onClose}
        />
      )}
    </div>
  );
}
