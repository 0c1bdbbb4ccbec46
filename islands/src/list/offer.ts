// What a broker sends to a client: the units with what decides, and the link that opens them.
import { labelOf } from "../selector/unit-links.ts";
import { offersOf } from "../stores/offers.ts";
import type { Unit } from "../types.ts";

/** The line of a unit: its name, level, areas, and the price of the day or its status. */
export function offerLine(unit: Unit, words: Readonly<DOMStringMap>): string {
  const { use, level, status, text } = unit;
  const name = `${words[`use_${use}`] ?? ""} ${labelOf(unit)}`.trim();
  const price = status === "vendido" ? undefined : offersOf(text);
  const label = text.fields.status ?? words[status];
  return [name, words[`level_${level}`], text.areas, price, label]
    .filter(Boolean)
    .join(" · ");
}

/** The whole text of an offer; `lines` are those of the units. */
export const offerMessage = (
  intro: string,
  lines: readonly string[],
  url: string,
): string => [intro, ...lines, url].join("\n");
