// A unit's own page follows the data file without an island that shows units: the form there starts this. What the
// page says of every unit `updatePage` writes; here stands what only such a page says, in elements marked with
// `data-unit-part="O-301"` (with `data-percent="16"`: that share of the price), `data-unit-price-per-m2="O-301"` and
// `data-unit-notice="O-301"` (shown while the unit has the status of `data-status`).
import { money } from "../format.ts";
import { pricePerMetre } from "../inventory/price-per-metre.ts";
import { propertyStore, type PropertySeed } from "./property.ts";
import type { Unit } from "./unit.ts";

const WRITERS: Record<string, (mark: Element, unit: Unit) => void> = {
  // Half a centavo goes up, as where the generator reckons.
  "data-unit-part": (mark, { price }) =>
    (mark.textContent = money(Math.round((price * Number(mark.getAttribute("data-percent"))) / 100))),
  "data-unit-price-per-m2": (mark, { price, area }) => (mark.textContent = pricePerMetre(price, area)),
  "data-unit-notice": (mark, { status }) =>
    mark.toggleAttribute("hidden", status !== mark.getAttribute("data-status")),
};

/** Keeps the page of one unit up to date from now on. */
export function followUnit(seed: PropertySeed): void {
  const store = propertyStore(seed);
  store.subscribe(() => {
    const units = new Map(store.get().items.map((unit) => [unit.code, unit]));
    for (const [attribute, write] of Object.entries(WRITERS))
      for (const mark of document.querySelectorAll(`[${attribute}]`)) {
        const unit = units.get(mark.getAttribute(attribute)!);
        if (unit) write(mark, unit);
      }
  });
}
