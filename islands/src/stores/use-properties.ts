// The hook through which islands use the property store. Separate from the store, because pages without such an island
// use the store too and must not load the framework for it.
import { useEffect, useState } from "react";
import { propertyStore, type PropertySeed, type PropertyState } from "./property.ts";
import type { Unit } from "./unit.ts";

/** The state of the store: in the first render the data in the page, later the data of the file. */
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
