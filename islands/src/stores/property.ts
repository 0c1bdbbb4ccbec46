// The property store of the page (S20): one per data file, shared by all islands, so that a page makes one request.
import { useCallback, useMemo, useSyncExternalStore } from "react";
import type { InventoryData, Unit, UnitProps } from "../types.ts";
import { storeOf } from "./list-store.ts";

/** The version of the data file that this code reads. */
const VERSION = 3;

/** An answer with less than this share of the units in the page is considered an error of the source. */
const MINIMUM_SHARE = 0.5;

/**
 * The inventory, or null for an answer that must not replace `shown`. The build writes the file, and its tests check each
 * value; this refuses other files, those of another version, and those that are older or lack most units.
 */
export function readInventory(
  answer: unknown,
  shown: Pick<InventoryData, "date" | "units">,
) {
  const { version, date, dateLabel, units } = (answer ??
    {}) as Partial<InventoryData>;
  return version === VERSION &&
    dateLabel &&
    date! >= shown.date &&
    (units?.length ?? 0) >= Math.max(1, shown.units.length * MINIMUM_SHARE)
    ? (answer as InventoryData)
    : null;
}

/** The data in the page, a part of the props of islands. */
export type PropertySeed = Pick<
  UnitProps,
  "date" | "dateLabel" | "units" | "dataUrl" | "minimumDelay"
>;

function initialState({ units, date, dateLabel }: PropertySeed) {
  return {
    items: units as readonly Unit[],
    /** The unit that the visitor opened last. */
    actualItem: null as Unit | null,
    loadingProperties: false,
    /** The day of the data as `2026-11-20`, and as written in the language of the page. */
    date,
    dateLabel,
  };
}

/** The store of the page for a data file. The first call starts the only request. */
export function propertyStore(seed: PropertySeed) {
  const initial = () => ({ ...initialState(seed), loadingProperties: true });
  const read = (answer: unknown) => readInventory(answer, seed);
  return storeOf(
    seed.dataUrl,
    seed.minimumDelay,
    initial,
    read,
    (store, data) => {
      if (!data) return store.set({ loadingProperties: false });
      const { units, date, dateLabel } = data;
      const { items, actualItem } = store.get();
      store.set({
        loadingProperties: false,
        // An equal list must not cause 5,000 rows to render again.
        items: JSON.stringify(units) === JSON.stringify(items) ? items : units,
        date,
        dateLabel,
        actualItem:
          actualItem &&
          (units.find((unit) => unit.code === actualItem.code) ?? null),
      });
    },
  );
}

/** The state of the store: in the first render the data in the page, like its HTML; later the data of the file. */
export function useProperties(seed: PropertySeed) {
  const inPage = useMemo(() => initialState(seed), [seed]);
  const subscribe = useCallback(
    (listener: () => void) => propertyStore(seed).subscribe(listener),
    [seed],
  );
  const { items: units, ...state } = useSyncExternalStore(
    subscribe,
    () => propertyStore(seed).get(),
    () => inPage,
  );
  const select = useCallback(
    (unit: Unit) => propertyStore(seed).set({ actualItem: unit }),
    [seed],
  );
  return { ...state, units, select };
}

export type Properties = ReturnType<typeof useProperties>;
