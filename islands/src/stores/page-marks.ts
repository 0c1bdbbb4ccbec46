// Brings what the page says outside the islands up to date: elements that templates marked with
// `data-unit-status="O-301"` (its word, and its class `is-...`), `data-unit-price="O-301"`,
// `data-unit-count="disponible"` (with `data-level="3"` for one level) and `data-inventory-date`.
// Only figures, words and a state class change, so nothing moves.
import { money } from "../format.ts";
import type { InventoryData } from "./inventory-answer.ts";
import type { Status } from "./unit.ts";

/** Islands render their own marks; a second hand in their DOM would break the next render. */
function eachMark(attribute: string, write: (mark: Element, value: string) => void): void {
  for (const mark of document.querySelectorAll(`[${attribute}]`)) {
    if (!mark.closest("site-island")) write(mark, mark.getAttribute(attribute)!);
  }
}

/** `before` is the label of the date that the page shows now, within whatever sentence. */
export function updatePage(data: InventoryData, labels: Record<Status, string>, before: string): void {
  const units = new Map(data.units.map((unit) => [unit.code, unit]));
  eachMark("data-unit-status", (mark, code) => {
    const status = units.get(code)?.status;
    if (!status) return;
    // A shape of a drawing has no word.
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
