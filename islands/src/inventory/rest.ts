// The units beyond the first rows, as plain links for a page whose script does not run: made as
// text, because thousands of elements would slow the build and the start for nobody's sight.
import type { Unit } from "../stores/unit.ts";
import { area, money } from "../format.ts";
import type { Labels } from "./labels.ts";

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

export function restOfList(units: readonly Unit[], unitBase: string, labels: Labels): string {
  return units
    .map((unit) => {
      const facts = [area(unit.area), money(unit.price) + labels.suffix, labels.status[unit.status]];
      const code = escape(unit.code);
      return `<li><a href="${escape(unitBase)}/${code}">${code}</a> ${escape(facts.join(", "))}</li>`;
    })
    .join("");
}
