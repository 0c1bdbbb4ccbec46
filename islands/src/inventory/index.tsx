// The inventory: all units in a table or on the floor plans, with filters and sorting, and with the state in the URL.
import { useCallback, useEffect, useMemo, useState } from "react";
import { Legend } from "../plan/status.tsx";
import { useLazy } from "../plan/use-lazy.ts";
import { COMPARE_LIMIT } from "../list/limits.ts";
import { shareLink } from "../list/page.ts";
import {
  loadLists,
  unitHref,
  type UnitIslandProps,
} from "../selector/unit-links.ts";
import { useUnitDialog } from "../selector/use-unit-dialog.tsx";
import { useProperties } from "../stores/property.ts";
import { FreshText, useTranslate } from "../strings.tsx";
import { useAddressState } from "./address-state.ts";
import { Controls } from "./controls.tsx";
import { readFavourites, toggleFavourite } from "./favourites.ts";
import { countFilters, matcher, nearest } from "./filter.ts";
import { readLabels } from "./labels.ts";
import { sortUnits } from "./sort.ts";
import { Table, type RowAction } from "./table.tsx";
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
  const [marked, setMarked] = useState<readonly string[]>([]);
  const [limit, setLimit] = useState(CHUNK);
  const [notice, setNotice] = useState("");
  const {
    Part: CompareDialog,
    open: openComparison,
    key,
    onClose,
  } = useLazy(loadCompareDialog);
  const { Part: Visual, open: openVisual } = useLazy(loadVisual);
  const { filters, order, compared, visual, listed: only } = state;

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
    if (visual && !Visual)
      openVisual().catch(() => change({ visual: false }, true));
  }, [visual, Visual, openVisual, change]);

  useEffect(() => {
    if (only.length) loadLists();
  }, [only]);

  const shown = useMemo(
    () =>
      sortUnits(
        units
          .filter(matcher(filters, marked, labels.priceUnit))
          .filter(
            ({ code }) => !only.length || only.includes(code.toUpperCase()),
          ),
        order,
      ),
    [units, filters, marked, order, labels, only],
  );
  const comparedUnits = compared.flatMap(
    (code) => units.find((unit) => unit.code === code) ?? [],
  );
  const compareCount = comparedUnits.length;
  const filtered = countFilters(filters) + only.length > 0;
  // The page has only the first units of a long list; the data file has all.
  const total = (units === props.units && props.total) || units.length;
  const listed = useMemo(
    () =>
      shown.length
        ? shown.slice(0, limit)
        : nearest(units, filters, labels.priceUnit),
    [shown, limit, units, filters, labels],
  );
  const hiddenCount = shown.length - limit;

  const onCompare = useCallback(
    () => openComparison().catch(() => setNotice(t("inventory.not_loaded"))),
    [openComparison, t],
  );
  useEffect(() => {
    if (location.hash === COMPARISON && compareCount && !CompareDialog)
      void onCompare();
  }, [compareCount, CompareDialog, onCompare]);

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
  const onAction = (action: RowAction, code: string): void => {
    if (action === "favourite") return setMarked(toggleFavourite(marked, code));
    setNotice("");
    if (action === "share") return void share(`${props.unitBase}/${code}`);
    // A shared URL may contain codes that are not units: they do not count, and this change removes them.
    const known = comparedUnits.map((unit) => unit.code);
    if (known.includes(code))
      change({ compared: known.filter((other) => other !== code) });
    else if (known.length < COMPARE_LIMIT)
      change({ compared: [...known, code] });
    else setNotice(t("inventory.compare_full"));
  };
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
      <Toolbar
        {...address}
        {...{ shown, notice, share, compareCount, onCompare }}
      />
      {/* On a wide screen the list is beside the plans; on others the plans replace it. */}
      {drawing}
      <div className="inventory-results">
        <Table
          island={props}
          {...address}
          {...{ labels, marked, onAction }}
          units={listed}
          free={
            order || only.length
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
                <a href={unitHref(props, unit)}>{unit.code}</a>
                {` ${[unit.text.areas, unit.text.fields.price, labels.status[unit.status]].join(", ")}`}
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
          {...{ labels, onClose }}
          onRemove={(code) => onAction("compare", code)}
          units={comparedUnits}
        />
      )}
    </div>
  );
}
