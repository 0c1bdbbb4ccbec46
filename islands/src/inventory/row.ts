// One row of the table, as data.
import { area, areaIn, money } from "../format.ts";
import type { Unit } from "../stores/unit.ts";
import { UNIT_PLACE, type Labels } from "./labels.ts";
import type { Markup } from "./markup.ts";

/** What the buttons of a row do; also their names. */
export type RowAction = "favourite" | "compare";

/** The row of a unit. Its last cell is empty, because buttons do nothing without script. */
export function unitRow(unit: Unit, href: string, labels: Labels): Markup {
  const { columns } = labels;
  const cell = (content: string | number, className: string | null, label: string | null = null): Markup => [
    "td",
    { class: className, "data-label": label },
    content,
  ];
  return [
    "tr",
    { class: `is-${unit.status}` },
    ["th", { scope: "row", class: "col-unit" }, ["a", { href }, unit.code]],
    cell(labels.levels.get(unit.level) ?? unit.level, "col-level"),
    cell(unit.bathrooms, "number", columns.bathrooms),
    cell(area(unit.interior), "number", columns.interior),
    cell(unit.terrace ? area(unit.terrace) : "–", "number", columns.terrace),
    cell(areaIn(labels.locale, unit.area), "number col-area", labels.area),
    cell(money(unit.price) + labels.suffix(unit), "number col-price"),
    cell(unit.typology, null, columns.typology),
    [
      "td",
      { class: "col-status" },
      ["span", { class: `status is-${unit.status}` }, labels.status[unit.status]],
    ],
    ["td", { class: "col-actions" }],
  ];
}

/** The buttons of a row, without `aria-pressed`. */
export function rowButtons(code: string, labels: Labels): Markup[] {
  return (["favourite", "compare"] as const).map((action) => {
    const label = labels[action].replace(UNIT_PLACE, code);
    const className = action === "compare" ? "compare-mark" : action;
    return [
      "button",
      { type: "button", class: className, name: action, value: code, "aria-label": label, title: label },
    ];
  });
}
