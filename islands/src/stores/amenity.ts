// The amenities store of the page (S20). Like the property store it starts with the list in the page, makes one
// conditional request, and ignores an answer that is invalid.
import { createListStore, revalidate, type ListStore } from "./list-store.ts";

export interface Amenity {
  code: string;
  name: string;
  description: string;
  image: string | null;
}

export interface AmenityState {
  items: readonly Amenity[];
  /** The amenity that the visitor opened last. */
  actualItem: Amenity | null;
  loadingAmenities: boolean;
}

/** The version of `/data/amenities.json` that this code reads. */
const VERSION = 1;

type Translated = Record<string, unknown> | null;

/** The list in one language, or null for an answer that must not replace the list in the page. */
export function readAmenities(answer: unknown, lang: string): Amenity[] | null {
  const { version, amenities } = (answer ?? {}) as Record<string, unknown>;
  if (version !== VERSION || !Array.isArray(amenities) || !amenities.length) return null;
  const items: Amenity[] = amenities.map((amenity) => ({
    code: amenity?.code,
    name: (amenity?.name as Translated)?.[lang] as string,
    description: (amenity?.description as Translated)?.[lang] as string,
    image: typeof amenity?.image === "string" ? amenity.image : null,
  }));
  const isWhole = items.every(({ code, name, description }) =>
    [code, name, description].every((text) => typeof text === "string"),
  );
  return isWhole ? items : null;
}

const stores = new Map<string, ListStore<AmenityState>>();

/** The store of the page for a data file. The first call starts the only request. */
export function amenityStore(
  dataUrl: string,
  lang: string,
  shown: readonly Amenity[],
  minimumDelay: number,
): ListStore<AmenityState> {
  let store = stores.get(dataUrl);
  if (!store) {
    store = createListStore<AmenityState>({ items: shown, actualItem: null, loadingAmenities: true });
    stores.set(dataUrl, store);
    void revalidate(dataUrl, minimumDelay, (answer) => readAmenities(answer, lang)).then((items) =>
      store!.set({ loadingAmenities: false, ...(items && { items }) }),
    );
  }
  return store;
}

/** Deletes all stores; for tests, which share one document. */
export function forgetAmenityStores(): void {
  stores.clear();
}
