// The units after the first rows, as plain links for visitors without script. Rendered as a string, because thousands of
// components that nobody sees would slow down the build and the hydration.
import type { Unit } from "../stores/unit.ts";
import { area, money } from "../format.ts";
import type { Labels } from "./labels.ts";

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** The list items of these units as HTML. */
export function restOfList(units: readonly Unit[], unitBase: string, labels: Labels): string {
  return units
    .map((unit) => {
      const facts = [area(unit.area), money(unit.price) + labels.suffix(unit), labels.status[unit.status]];
      const code = escape(unit.code);
      return `<li><a href="${escape(unitBase)}/${code}">${code}</a> ${escape(facts.join(", "))}</li>`;
    })
    .join("");
}
