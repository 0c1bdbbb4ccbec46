// The inventory: all units in a table or on the floor plans, with filters and sorting, and with the state in the URL.
import { useEffect, useMemo, useState } from "react";
import { Legend, statusOf } from "../plan/status.tsx";
import { useLazy } from "../plan/use-lazy.ts";
import { LIST_LIMIT } from "../list/limits.ts";
import { shareLink } from "../list/page.ts";
import {
  labelOf,
  loadLists,
  unitHref,
  type UnitIslandProps,
} from "../selector/unit-links.ts";
import { useUnitDialog } from "../selector/use-unit-dialog.tsx";
import { useProperties } from "../stores/property.ts";
import { followSelection, toggleUnit } from "../stores/selection.ts";
import { FreshText, useTranslate } from "../strings.tsx";
import { useAddressState } from "./address-state.ts";
import { Controls } from "./controls.tsx";
import { countFilters, matcher, nearest } from "./filter.ts";
import { groupEqual, readLabels } from "./labels.ts";
import { useOverflow } from "./overflow.ts";
import { sortUnits } from "./sort.ts";
import { Table } from "./table.tsx";
import { Toolbar } from "./toolbar.tsx";

/** Number of rows shown first, and added by "show more"; more would not render within a frame. */
const CHUNK = 100;

const loadCompareDialog = async () =>
  (await import("./extras.ts")).CompareDialog;
const loadVisual = async () => (await import("./extras.ts")).Visual;

export default function Inventory(props: UnitIslandProps) {
  const t = useTranslate();
  const properties = useProperties(props);
  const { units } = properties;
  const labels = useMemo(() => readLabels(t, props, units), [t, props, units]);
  const address = useAddressState(labels);
  const { state, ready, change } = address;
  const [saved, setSaved] = useState<readonly string[]>([]);
  const [limit, setLimit] = useState(CHUNK);
  const [notice, setNotice] = useState("");
  const {
    Part: CompareDialog,
    open: openComparison,
    key,
    onClose,
  } = useLazy(loadCompareDialog);
  const { Part: Visual, open: openVisual } = useLazy(loadVisual);
  const { filters, order, visual, grouped } = state;

  useEffect(
    () =>
      followSelection((codes) =>
        // The first render had none: most visitors need no other one.
        setSaved((known) => (codes.length || known.length ? codes : known)),
      ),
    [],
  );

  useEffect(() => {
    // When the plans cannot be loaded, the table stays.
    if (visual && !Visual)
      openVisual().catch(() => change({ visual: false }, true));
  }, [visual, Visual, openVisual, change]);

  /** A list that was sent, or the visitor's own. */
  const isList = state.saved || state.listed.length > 0;
  const hasSelection = saved.length > 0;
  useEffect(() => {
    if (isList || hasSelection) loadLists();
  }, [isList, hasSelection]);

  /** The units of the list, or those that the visitor saved, in this order. */
  const selected = useMemo(() => {
    const codes = state.listed.length ? state.listed : saved;
    const byCode = new Map(
      units.map((unit) => [unit.code.toUpperCase(), unit]),
    );
    return codes.flatMap((code) => byCode.get(code.toUpperCase()) ?? []);
  }, [units, state, saved]);

  const among = isList ? selected : units;
  const shown = useMemo(
    () => sortUnits(among.filter(matcher(filters, labels.priceUnit)), order),
    [among, filters, order, labels],
  );
  const compared = selected.slice(0, LIST_LIMIT);
  const compareCount = compared.length;
  const filtered = isList || countFilters(filters) > 0;
  // The page has only the first units of a long list; the data file has all.
  const total = (units === props.units && props.total) || units.length;
  /** The rows: a unit, or equal ones. */
  const rows = useMemo(
    () =>
      grouped ? groupEqual(props, labels, shown) : shown.map((unit) => [unit]),
    [grouped, props, labels, shown],
  );
  const listed = useMemo(
    () =>
      rows.length || isList
        ? rows.slice(0, limit)
        : nearest(units, filters, labels.priceUnit).map((unit) => [unit]),
    [rows, limit, units, filters, labels, isList],
  );
  const hiddenCount = rows.length - limit;
  const results = useOverflow(listed);

  useEffect(() => {
    const follow = (): void => {
      if (location.hash === COMPARISON && compareCount && !CompareDialog)
        openComparison().catch(() => setNotice(t("inventory.not_loaded")));
    };
    follow();
    addEventListener("popstate", follow);
    return () => removeEventListener("popstate", follow);
  }, [compareCount, CompareDialog, openComparison, t]);

  const onShowMore = (): void => {
    setLimit(limit + CHUNK);
    if (hiddenCount > CHUNK) return;
    // The button disappears with the last rows: focus the first of the rows that it added.
    const links = `#${props.id} tbody th a`;
    requestAnimationFrame(() =>
      document.querySelectorAll<HTMLElement>(links)[limit]?.focus(),
    );
  };
  const share = async (path: string): Promise<void> => {
    const outcome = await shareLink(location.origin + path);
    setNotice(outcome ? t(`inventory.${outcome}`) : "");
  };
  const onSave = (code: string): void => toggleUnit(code, saved);
  const dialog = useUnitDialog(props, properties, shown);

  // Rendered again only for other units, so that opening or closing a dialog is fast.
  const drawing = useMemo(
    () =>
      visual &&
      Visual && (
        <Visual island={props} {...{ labels, shown, units, filters }} />
      ),
    [visual, Visual, props, labels, shown, units, filters],
  );

  return (
    <div id={props.id} className="island-inventory inventory">
      <Controls {...address} {...{ id: props.id, labels }} />
      <div className="inventory-bar">
        <p className="inventory-count" role="status">
          <FreshText
            text={t(`inventory.results${filtered ? "_of" : ""}`, {
              count: filtered ? shown.length : total,
              total,
            })}
          />
        </p>
        <p className="inventory-date" aria-busy={properties.loadingProperties}>
          <FreshText
            text={t("inventory.date", { date: properties.dateLabel })}
          />
        </p>
        <Legend labels={labels.status} title={t("inventory.legend")} />
      </div>
      <Toolbar {...address} {...{ notice, share }} />
      {/* On a wide screen the list is beside the plans; on others the plans replace it. */}
      {drawing}
      <div ref={results} className="inventory-results">
        <Table
          island={props}
          {...address}
          {...{ labels, saved, onSave }}
          groups={listed}
          free={
            order || isList || grouped
              ? 0
              : shown.map(({ status }) => status).lastIndexOf("disponible") + 1
          }
          isEmpty={!shown.length}
          isFiltered={countFilters(filters) > 0}
        />
        {hiddenCount > 0 && ready && (
          <button
            type="button"
            className="button inventory-more"
            onClick={onShowMore}
          >
            <FreshText
              text={t("inventory.show_more", {
                count: Math.min(hiddenCount, CHUNK),
              })}
            />
          </button>
        )}
        {/* The other units as plain links, for visitors without script. */}
        {!ready && hiddenCount > 0 && (
          <ul className="inventory-rest">
            {shown.slice(limit).map((unit) => (
              <li
                key={unit.code}
                data-price={unit.price === null ? undefined : "net"}
              >
                <a href={unitHref(props, unit)}>{labelOf(unit)}</a>
                {` ${[unit.text.areas, unit.text.fields.price, statusOf(props, unit)].join(", ")}`}
              </li>
            ))}
          </ul>
        )}
      </div>
      {dialog}
      {CompareDialog && (
        <CompareDialog
          key={key}
          island={props}
          onClose={onClose}
          dateLabel={properties.dateLabel}
          onRemove={state.listed.length ? undefined : onSave}
          units={compared}
        />
      )}
    </div>
  );
}
