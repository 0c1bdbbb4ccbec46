// The rows of the table in the browser. They are plain elements and not components: hydrating a component for each cell
// of 69 rows kept a slow phone busy for 300 ms. The first rows are those of the page's HTML.
import type { Unit } from "../stores/unit.ts";
import { toElement, type Markup } from "./markup.ts";
import type { RowAction } from "./row.ts";

interface Row {
  unit: Unit;
  element: HTMLTableRowElement;
}

/** Makes the parts of a row. */
export interface RowSource {
  row(unit: Unit): Markup;
  buttons(code: string): Markup[];
}

/** Which units a visitor marked, by action. */
export type Marks = Record<RowAction, ReadonlySet<string>>;

export class Rows {
  /** By code: those shown, and those shown before. */
  private readonly known = new Map<string, Row>();

  /** `body` contains the rows of `units` in this order, without buttons. */
  constructor(
    private readonly body: HTMLElement,
    units: readonly Unit[],
    private readonly source: RowSource,
  ) {
    const elements = body.children as HTMLCollectionOf<HTMLTableRowElement>;
    units.forEach((unit, index) => this.known.set(unit.code, { unit, element: elements[index]! }));
  }

  /** Shows exactly these units. Rows that stay keep their elements, and so the focus. */
  show(units: readonly Unit[], marks: Marks): void {
    const wanted = units.map((unit) => this.row(unit));
    const isWanted = new Set<Element>(wanted);
    for (const element of [...this.body.children]) if (!isWanted.has(element)) element.remove();
    let next = this.body.firstElementChild;
    for (const [index, element] of wanted.entries()) {
      if (element === next) next = next.nextElementSibling;
      else this.body.insertBefore(element, next);
      this.mark(element, units[index]!.code, marks);
    }
  }

  private row(unit: Unit): HTMLTableRowElement {
    const known = this.known.get(unit.code);
    if (known?.unit === unit) return known.element;
    const made = toElement(this.source.row(unit)) as HTMLTableRowElement;
    const element = known?.element ?? made;
    if (known) update(element, made);
    this.known.set(unit.code, { unit, element });
    return element;
  }

  private mark(row: HTMLTableRowElement, code: string, marks: Marks): void {
    const cell = row.lastElementChild!;
    if (!cell.firstChild) cell.append(...this.source.buttons(code).map(toElement));
    for (const button of cell.children) {
      const pressed = String(marks[(button as HTMLButtonElement).name as RowAction].has(code));
      if (button.getAttribute("aria-pressed") !== pressed) button.setAttribute("aria-pressed", pressed);
    }
  }
}

/** Makes a row equal to `made`, apart from its buttons. */
function update(row: HTMLTableRowElement, made: HTMLTableRowElement): void {
  row.className = made.className;
  for (const [index, cell] of [...made.cells].slice(0, -1).entries())
    if (!row.cells[index]!.isEqualNode(cell)) row.cells[index]!.replaceWith(cell);
}
