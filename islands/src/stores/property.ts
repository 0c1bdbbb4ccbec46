// The property store of the page (S20): one per data file, shared by every island, so that a page
// makes one request. Islands render the page's own data first and follow the store afterwards.
import type { IslandProps } from "../island.tsx";
import { readInventory, type InventoryData } from "./inventory-answer.ts";
import { createListStore, revalidate, type ListStore } from "./list-store.ts";
import { updatePage } from "./page-marks.ts";
import type { Status, Unit } from "./unit.ts";

export interface PropertyState {
  items: readonly Unit[];
  /** The unit the visitor opened last. */
  actualItem: Unit | null;
  loadingProperties: boolean;
  /** Day of the data, as `2026-11-20`, and as the page's language writes it. */
  date: string;
  dateLabel: string;
}

/** What an island knows of the store's data before any script ran. */
export interface PropertySeed extends IslandProps {
  /** Least time that a request takes, milliseconds (spec section 9). */
  minimumDelay: number;
  dataUrl: string;
  date: string;
  dateLabel: string;
  units: readonly Unit[];
}

const stores = new Map<string, ListStore<PropertyState>>();

/** The page's store for a data file; the first island to ask for it starts the one request. */
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

/** Forgets every store; for tests, which share one document. */
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
    // An answer that says the same must not make 5,000 rows render again.
    items: JSON.stringify(items) === JSON.stringify(store.get().items) ? store.get().items : items,
    date,
    dateLabel,
    actualItem: actualItem && (items.find((unit) => unit.code === actualItem.code) ?? null),
  });
  updatePage(data, strings.status as Record<Status, string>, before);
}
