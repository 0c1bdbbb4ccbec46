// The amenities store of the page (S20), from elements with `data-amenity-name="cardio"` and `data-amenity-text="cardio"`.
import type { AmenitiesData } from "../types.ts";
import { storeOf } from "./list-store.ts";

export interface Amenity {
  code: string;
  name: string;
  description: string;
}

/** The version of `/data/amenities.json` that this code reads. */
const VERSION = 1;

/** The list in one language, or null for an answer that must not replace the list in the page. */
function readAmenities(answer: unknown, lang: string): Amenity[] | null {
  const { version, amenities } = (answer ?? {}) as Partial<AmenitiesData>;
  if (version !== VERSION || !Array.isArray(amenities) || !amenities.length)
    return null;
  const items = amenities.map((amenity) => ({
    code: amenity?.code,
    name: amenity?.name?.[lang],
    description: amenity?.description?.[lang],
  }));
  const isWhole = (item: Partial<Amenity>): item is Amenity =>
    Object.values(item).every((text) => typeof text === "string");
  return items.every(isWhole) ? items : null;
}

const elementOf = (kind: "name" | "text", code: string): Element | null =>
  document.querySelector(`[data-amenity-${kind}="${CSS.escape(code)}"]`);

function write(element: Element | null, text: string): void {
  if (element && element.textContent !== text) element.textContent = text;
}

/** The store of the page. The first call starts the only request, whose changes are written into the page. */
export function amenityStore(
  dataUrl: string,
  lang: string,
  minimumDelay: number,
) {
  const initial = () => {
    const items = [...document.querySelectorAll("[data-amenity-name]")].map(
      (element): Amenity => {
        const code = element.getAttribute("data-amenity-name")!;
        return {
          code,
          name: element.textContent!,
          description: elementOf("text", code)?.textContent ?? "",
        };
      },
    );
    // `actualItem`: the amenity that the visitor opened last.
    return {
      items,
      actualItem: null as Amenity | null,
      loadingAmenities: true,
    };
  };
  const read = (answer: unknown) => readAmenities(answer, lang);
  return storeOf(dataUrl, minimumDelay, initial, read, (store, items) => {
    store.set({ loadingAmenities: false, ...(items && { items }) });
    for (const { code, name, description } of items ?? []) {
      write(elementOf("name", code), name);
      write(elementOf("text", code), description);
    }
  });
}
