// Brings what the page says outside the islands up to date: elements that templates marked with
// `data-unit-status="O-301"`, `data-unit-price="O-301"`, `data-level-free="3"` ("" for the whole
// building) and `data-inventory-date`. Only text and a state class change, so nothing moves.
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
    mark.textContent = labels[status];
    mark.classList.remove("is-disponible", "is-reservado", "is-vendido");
    mark.classList.add(`is-${status}`);
  });
  eachMark("data-unit-price", (mark, code) => {
    const unit = units.get(code);
    if (unit) mark.textContent = money(unit.price);
  });
  eachMark("data-level-free", (mark, level) => {
    const free = data.units.filter(
      (unit) => unit.status === "disponible" && (!level || unit.level === Number(level)),
    );
    mark.textContent = String(free.length);
  });
  eachMark("data-inventory-date", (mark) => {
    mark.textContent = mark.textContent!.replace(before, data.dateLabel);
  });
}
