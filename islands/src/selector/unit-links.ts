// What the selector, the inventory and their dialogs use alike: their props, names and links.
import type { IslandProps } from "../island.tsx";
import type { Unit, UnitProps } from "../types.ts";

/** The props that the generator passes to the selector and to the inventory. */
export type UnitIslandProps = IslandProps & UnitProps;

/** The name of a level, after that of its building where there are several, whose levels may have the same names. */
export function floorLabel(
  { buildings }: UnitIslandProps,
  building?: string,
  level?: string,
): string {
  const label = buildings?.find(({ key }) => key === building)?.label;
  return [label, level].filter(Boolean).join(", ");
}

export const unitHref = (
  { unitBase }: UnitIslandProps,
  { code }: Unit,
): string => `${unitBase}/${code}`;

/** The code of a unit as people write it. */
export const labelOf = ({ code, label }: Unit): string => label ?? code;

/** Loads the script of lists, whose address the page has: it defines the elements `unit-tools` and `list-actions`. */
export function loadLists(): void {
  const address = document.body.dataset.lists;
  if (address) import(/* @vite-ignore */ address).catch(console.info);
}
