// The property store of the page (S20): one per data file, shared by all islands, so that a page makes one request.
// Islands first render the data in the page and then follow the store.
import type { IslandProps } from "../island.tsx";
import { readInventory, type InventoryData } from "./inventory-answer.ts";
import { createListStore, revalidate, type ListStore } from "./list-store.ts";
import { updatePage } from "./page-marks.ts";
import type { Status, Unit } from "./unit.ts";

/** The state of the property store. */
export interface PropertyState {
  items: readonly Unit[];
  /** The unit that the visitor opened last. */
  actualItem: Unit | null;
  loadingProperties: boolean;
  /** The day of the data as `2026-11-20`, and as written in the language of the page. */
  date: string;
  dateLabel: string;
}

/** The data in the page, passed to islands as props. */
export interface PropertySeed extends IslandProps {
  /** Minimum time that the store reports loading, in milliseconds (spec section 9). */
  minimumDelay: number;
  dataUrl: string;
  date: string;
  dateLabel: string;
  units: readonly Unit[];
}

const stores = new Map<string, ListStore<PropertyState>>();

/** The store of the page for a data file. The first call starts the only request. */
export function propertyStore(seed: PropertySeed): ListStore<PropertyState> {
  let store = stores.get(seed.dataUrl);
  if (!store) {
    const { units: items, date, dateLabel } = seed;
    store = createListStore<PropertyState>({
      items,
      date,
      dateLabel,
      actualItem: null,
      loadingProperties: false,
    });
    stores.set(seed.dataUrl, store);
    void refresh(store, seed);
  }
  return store;
}

/** Deletes all stores; for tests, which share one document. */
export function forgetPropertyStores(): void {
  stores.clear();
}

async function refresh(
  store: ListStore<PropertyState>,
  { dataUrl, lang, strings, minimumDelay }: PropertySeed,
): Promise<void> {
  store.set({ loadingProperties: true });
  const data = await revalidate<InventoryData>(dataUrl, minimumDelay, (answer) => {
    const { items: units, date, dateLabel } = store.get();
    return readInventory(answer, lang, { units, date, dateLabel });
  });
  if (!data) {
    store.set({ loadingProperties: false });
    return;
  }
  const { units: items, date, dateLabel } = data;
  const { actualItem, dateLabel: before } = store.get();
  store.set({
    loadingProperties: false,
    // An equal list must not cause 5,000 rows to render again.
    items: JSON.stringify(items) === JSON.stringify(store.get().items) ? store.get().items : items,
    date,
    dateLabel,
    actualItem: actualItem && (items.find((unit) => unit.code === actualItem.code) ?? null),
  });
  updatePage(data, strings.status as Record<Status, string>, before);
}
