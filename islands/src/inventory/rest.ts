// The units after the first rows, as plain links for visitors without script. Rendered as a string, because thousands of
// components that nobody sees would slow down the build and the hydration.
import type { Unit } from "../stores/unit.ts";
import { area, money } from "../format.ts";
import type { Labels } from "./labels.ts";
import { toHtml } from "./markup.ts";

/** The list items of these units as HTML. */
export function restOfList(units: readonly Unit[], unitBase: string, labels: Labels): string {
  return units
    .map((unit) => {
      const facts = [area(unit.area), money(unit.price) + labels.suffix(unit), labels.status[unit.status]];
      return toHtml([
        "li",
        {},
        ["a", { href: `${unitBase}/${unit.code}` }, unit.code],
        ` ${facts.join(", ")}`,
      ]);
    })
    .join("");
}
