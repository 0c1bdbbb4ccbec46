// Keeps the amenities that a page lists up to date: elements that templates marked with
// `data-amenity-name="cardio"` and `data-amenity-text="cardio"`. The store starts with what they say.
import { amenityStore, type Amenity } from "./amenity.ts";
import type { PropertySeed } from "./property.ts";

function mark(kind: "name" | "text", code: string): Element | null {
  return document.querySelector(`[data-amenity-${kind}="${CSS.escape(code)}"]`);
}

function write(element: Element | null, text: string): void {
  if (element && element.textContent !== text) element.textContent = text;
}

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
  // Beside the units' file, under the same caching rules.
  const url = dataUrl.replace(/[^/]+$/, "amenities.json");
  const store = amenityStore(url, lang, shown, minimumDelay);
  store.subscribe(() => {
    for (const { code, name, description } of store.get().items) {
      write(mark("name", code), name);
      write(mark("text", code), description);
    }
  });
}
