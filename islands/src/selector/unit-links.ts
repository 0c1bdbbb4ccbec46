// The links of a unit: its page, WhatsApp, and the form.
import type { IslandProps } from "../island.tsx";
import type { Unit, UnitProps } from "../types.ts";

/** The props that the generator passes to the selector and to the inventory. */
export type UnitIslandProps = IslandProps & UnitProps;

/** The label of a level, or its number when it has none. */
export function levelLabel({ levels }: UnitIslandProps, level: number): string {
  return levels.find((other) => other.level === level)?.label ?? String(level);
}

/** The name of a building; nothing where there is only one. */
export function buildingLabel({ buildings }: UnitIslandProps, key: string | undefined): string | undefined {
  return buildings?.find((building) => building.key === key)?.label;
}

/** The page of a unit. */
export function unitHref(props: UnitIslandProps, unit: Unit): string {
  return `${props.unitBase}/${unit.code}`;
}

/** A WhatsApp message about a unit. */
export function whatsappHref({ whatsapp }: UnitIslandProps, unit: Unit): string {
  const text = whatsapp.texts[unit.status]!.replaceAll("{{unit}}", unit.code);
  return `https://wa.me/${whatsapp.number}?text=${encodeURIComponent(text)}`;
}

/** The form of the contact page, with the unit selected. */
export function requestHref(props: UnitIslandProps, unit: Unit): string {
  return `${props.uses[unit.use]?.formUrl ?? ""}?unidad=${encodeURIComponent(unit.code)}#contact`;
}

/**
 * Selects a unit in the form of this page and scrolls to it. Returns false when the page has no form; then the link
 * opens the contact page. A form that has not started yet misses the event, so the unit is also written into the
 * URL, which the form reads when it starts.
 */
export function requestOnPage(unit: Unit): boolean {
  const form = document.querySelector<HTMLElement>('site-island[name="form"]');
  if (!form) return false;
  const address = new URL(location.href);
  address.searchParams.set("unidad", unit.code);
  address.hash = "contact";
  history.replaceState(history.state, "", address);
  document.dispatchEvent(new CustomEvent(REQUEST_EVENT, { detail: { unit: unit.code } }));
  form.scrollIntoView();
  // The fields exist before the form starts; after the event a started form focuses its first empty field.
  form.querySelector<HTMLElement>("input:not([type=hidden])")?.focus({ preventScroll: true });
  return true;
}

/** Loads the script of lists, whose address is in the page: it defines the elements `unit-tools` and `list-actions`. */
export function loadLists(): void {
  const address = document.getElementById("lists")?.dataset.script;
  if (address) import(/* @vite-ignore */ address).catch(console.info);
}
