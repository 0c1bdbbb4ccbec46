// Updates inventory data in the page outside the islands, in elements that templates mark with
// `data-unit-status="O-301"` (its text and its class `is-...`), `data-unit-price="O-301"`,
// `data-unit-count="disponible"` (with `data-level="3"` for one level) and `data-inventory-date`.
// Only text and a class change, so the layout stays the same.
import { money } from "../format.ts";
import type { InventoryData } from "./inventory-answer.ts";
import type { Status } from "./unit.ts";

/** Skips islands: they render their own elements, and a change from outside would break the next render. */
function eachMark(attribute: string, write: (mark: Element, value: string) => void): void {
  for (const mark of document.querySelectorAll(`[${attribute}]`)) {
    if (!mark.closest("site-island")) write(mark, mark.getAttribute(attribute)!);
  }
}

/** Writes `data` into the page. `before` is the date as the page shows it now, inside any sentence. */
export function updatePage(data: InventoryData, labels: Record<Status, string>, before: string): void {
  const units = new Map(data.units.map((unit) => [unit.code, unit]));
  eachMark("data-unit-status", (mark, code) => {
    const status = units.get(code)?.status;
    if (!status) return;
    // Shapes in a drawing have no text.
    if (mark.textContent) mark.textContent = labels[status];
    mark.classList.remove("is-disponible", "is-reservado", "is-vendido");
    mark.classList.add(`is-${status}`);
  });
  eachMark("data-unit-price", (mark, code) => {
    const unit = units.get(code);
    if (unit) mark.textContent = money(unit.price);
  });
  eachMark("data-unit-count", (mark, status) => {
    const level = mark.getAttribute("data-level");
    const count = data.units.filter(
      (unit) => unit.status === status && (!level || unit.level === Number(level)),
    ).length;
    mark.textContent = mark.textContent!.replace(/\d+/, String(count));
  });
  eachMark("data-inventory-date", (mark) => {
    mark.textContent = mark.textContent!.replace(before, data.dateLabel);
  });
}
