// The property store as islands use it. Apart from the store, which a page without such an island follows too, and
// which then brings no framework along.
import { useEffect, useState } from "react";
import { propertyStore, type PropertySeed, type PropertyState } from "./property.ts";
import type { Unit } from "./unit.ts";

/** The store's state for an island: the page's data in the first render, fresh data afterwards. */
export function useProperties(seed: PropertySeed): PropertyState & { select(unit: Unit): void } {
  const { units: items, date, dateLabel } = seed;
  const [state, setState] = useState<PropertyState>({
    items,
    date,
    dateLabel,
    actualItem: null,
    loadingProperties: false,
  });
  useEffect(() => {
    const store = propertyStore(seed);
    const follow = (): void => setState(store.get());
    follow();
    return store.subscribe(follow);
  }, [seed.dataUrl]);
  return { ...state, select: (actualItem) => propertyStore(seed).set({ actualItem }) };
}
