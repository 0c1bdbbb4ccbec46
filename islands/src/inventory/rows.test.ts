import { beforeEach, describe, expect, it } from "vitest";
import { strangeUnits, units } from "../gallery/sample.ts";
import type { Unit } from "../stores/unit.ts";
import type { Labels } from "./labels.ts";
import { toElement, toHtml, type Markup } from "./markup.ts";
import { rowButtons, unitRow } from "./row.ts";
import { Rows } from "./rows.ts";

const labels: Labels = {
  locale: "es-MX",
  columns: {} as Labels["columns"],
  area: "Área",
  levels: new Map([[3, "Nivel 3"]]),
  uses: {},
  status: { disponible: "Disponible", reservado: "Apartado", vendido: "Vendido" },
  suffix: () => " + IVA",
  favourite: "Guardar \u0000",
  compare: "Comparar \u0000",
};
const row = (unit: Unit): Markup => unitRow(unit, `/inventario/${unit.code}`, labels);
const source = { row, buttons: (code: string) => rowButtons(code, labels) };
const none = { favourite: new Set<string>(), compare: new Set<string>() };
const [a, b, c, d] = units as [Unit, Unit, Unit, Unit];

describe("markup", () => {
  it.each([...units.slice(0, 3), ...strangeUnits])("is the same as HTML and as an element, $code", (unit) => {
    const body = document.createElement("tbody");
    body.innerHTML = toHtml(row(unit));
    expect(body.firstElementChild!.isEqualNode(toElement(row(unit)))).toBe(true);
  });
});

describe("Rows", () => {
  let body: HTMLElement;
  let rows: Rows;
  const shown = (): string[] => [...body.children].map((element) => element.querySelector("a")!.textContent!);
  const element = (unit: Unit): Element =>
    [...body.children].find((element) => element.querySelector("a")!.textContent === unit.code)!;

  beforeEach(() => {
    document.body.innerHTML = `<table><tbody>${[a, b, c].map((unit) => toHtml(row(unit))).join("")}</tbody></table>`;
    body = document.querySelector("tbody")!;
    rows = new Rows(body, [a, b, c], source);
  });

  it("keeps the elements of the page, and what is focused in them", () => {
    const before = [a, b, c].map(element);
    element(b).querySelector("a")!.focus();
    rows.show([b, d], none);
    expect(shown()).toEqual([b, d].map((unit) => unit.code));
    rows.show([a, b, c], none);
    expect([a, b, c].map(element)).toEqual(before);
    expect(element(b).querySelector("a")).toHaveFocus();
    rows.show([c, a, b], none);
    expect(shown()).toEqual([c, a, b].map((unit) => unit.code));
  });

  it("adds the buttons and presses those of the marked units", () => {
    rows.show([a, b], { favourite: new Set([b.code]), compare: new Set([a.code]) });
    const pressed = [...body.querySelectorAll("[aria-pressed=true]")];
    expect(pressed.map((button) => button.getAttribute("aria-label"))).toEqual([
      `Comparar ${a.code}`,
      `Guardar ${b.code}`,
    ]);
    rows.show([a, b], none);
    expect(body.querySelectorAll("[aria-pressed=true]")).toHaveLength(0);
    expect(body.querySelectorAll("button")).toHaveLength(4);
  });

  it("writes only what changed of a unit", () => {
    rows.show([a, b], none);
    const kept = [...element(a).children];
    rows.show([{ ...a, status: "vendido", price: 123_400 }, b], none);
    expect(element(a)).toHaveClass("is-vendido");
    expect(element(a)).toHaveTextContent("$1,234 MXN + IVA");
    const replaced = [...element(a).children].filter((cell) => !kept.includes(cell));
    expect(replaced.map((cell) => cell.className)).toEqual(["number col-price", "col-status"]);
  });
});
