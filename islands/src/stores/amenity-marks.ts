// Updates the amenities that a page lists, in elements that templates mark with `data-amenity-name="cardio"` and
// `data-amenity-text="cardio"`. The initial state of the store is read from these elements.
import { amenityStore, type Amenity } from "./amenity.ts";
import type { PropertySeed } from "./property.ts";

function mark(kind: "name" | "text", code: string): Element | null {
  return document.querySelector(`[data-amenity-${kind}="${CSS.escape(code)}"]`);
}

function write(element: Element | null, text: string): void {
  if (element && element.textContent !== text) element.textContent = text;
}

/** Reads the amenities from the page and writes changes of the data file into it. */
export function followAmenities({ dataUrl, lang, minimumDelay }: PropertySeed): void {
  const shown = [...document.querySelectorAll("[data-amenity-name]")].map((element): Amenity => {
    const code = element.getAttribute("data-amenity-name")!;
    return {
      code,
      name: element.textContent!,
      description: mark("text", code)?.textContent ?? "",
      image: null,
    };
  });
  // In the same folder as the file of the units.
  const url = dataUrl.replace(/[^/]+$/, "amenities.json");
  const store = amenityStore(url, lang, shown, minimumDelay);
  store.subscribe(() => {
    for (const { code, name, description } of store.get().items) {
      write(mark("name", code), name);
      write(mark("text", code), description);
    }
  });
}
