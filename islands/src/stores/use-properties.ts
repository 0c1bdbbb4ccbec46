// The hook through which islands use the property store.
import { useState, useSyncExternalStore } from "react";
import type { Unit } from "../types.ts";
import { initialState, propertyStore, type PropertySeed } from "./property.ts";

/** The state of the store: in the first render the data in the page, like its HTML; later the data of the file. */
export function useProperties(seed: PropertySeed) {
  const [source] = useState(() => {
    const initial = initialState(seed);
    let store: ReturnType<typeof propertyStore> | undefined;
    return {
      get: () => store?.get() ?? initial,
      subscribe(listener: () => void) {
        store = propertyStore(seed);
        // The request of another island may have been answered before this one was hydrated.
        listener();
        return store.subscribe(listener);
      },
      select: (unit: Unit) => store?.set({ actualItem: unit }),
    };
  });
  const { items: units, ...state } = useSyncExternalStore(source.subscribe, source.get, source.get);
  return { ...state, units, select: source.select };
}

export type Properties = ReturnType<typeof useProperties>;
