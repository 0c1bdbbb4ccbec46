// The amenities store of the page (S20), on the same terms as the property store: the page's own list
// first, one conditional request, and nothing worse than what is shown.
import { createListStore, revalidate, type ListStore } from "./list-store.ts";

export interface Amenity {
  code: string;
  name: string;
  description: string;
  image: string | null;
}

export interface AmenityState {
  items: readonly Amenity[];
  /** The amenity the visitor opened last. */
  actualItem: Amenity | null;
  loadingAmenities: boolean;
}

/** The version of `/data/amenities.json` that this code can read. */
const VERSION = 1;

type Translated = Record<string, unknown> | null;

/** The list in one language, or null for whatever must not replace the page's list. */
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

/** The page's store for a data file; the first to ask for it starts the one request. */
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

/** Forgets every store; for tests, which share one document. */
export function forgetAmenityStores(): void {
  stores.clear();
}
