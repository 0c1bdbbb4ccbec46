// The links of a unit: its page, WhatsApp, and the form.
import type { PlanGeometry } from "../plan/geometry.ts";
import type { PropertySeed } from "../stores/property.ts";
import type { Unit, Use } from "../stores/unit.ts";
import type { Translate } from "../strings.tsx";

/** A use of units. */
export interface UseProps {
  /** One unit: "Oficina". */
  label: string;
  /** One unit, before its number. */
  short: string;
  /** The path of its contact page. */
  formUrl: string;
  /** The rate of IVA in percent. */
  vatPercent: number;
}

/** The props that the generator passes to the selector and to the inventory. */
export interface UnitIslandProps extends PropertySeed {
  siteName: string;
  /** "/inventario" or "/en/inventario". */
  unitBase: string;
  /**
   * The levels from the ground up with their labels; with the counts of the level where the page includes only some
   * of its units.
   */
  levels: readonly { level: number; use: Use; label: string; total?: number; free?: number }[];
  /** The number of all units, where the page includes only the first. */
  total?: number;
  plans: readonly PlanGeometry[];
  /** The uses by their key, in the order of the site. */
  uses: Record<Use, UseProps>;
  /** On a site that shows dollars: pesos per dollar, the word before an amount and the sentence after it. */
  usd?: { rate: string; about: string; note: string };
  /** The digits of the number with country code, and the message with `{{unit}}` in it. */
  whatsapp: { number: string; text: string };
}

/** The label of a level, or its number when it has none. */
export function levelLabel({ levels }: UnitIslandProps, level: number): string {
  return levels.find((other) => other.level === level)?.label ?? String(level);
}

/** What follows the price of a unit: " + IVA", or nothing without tax. Translated once for all units. */
export function priceSuffix({ uses }: UnitIslandProps, t: Translate): (unit: Unit) => string {
  const suffix = ` ${t("price.vat_suffix")}`;
  return ({ use }) => (uses[use]?.vatPercent ? suffix : "");
}

/** The page of a unit. */
export function unitHref(props: UnitIslandProps, unit: Unit): string {
  return `${props.unitBase}/${unit.code}`;
}

/** A WhatsApp message about a unit. */
export function whatsappHref({ whatsapp }: UnitIslandProps, unit: Unit): string {
  const text = whatsapp.text.replaceAll("{{unit}}", unit.code);
  return `https://wa.me/${whatsapp.number}?text=${encodeURIComponent(text)}`;
}

/** The form of the contact page, with the unit selected. */
export function requestHref(props: UnitIslandProps, unit: Unit): string {
  return `${props.uses[unit.use]?.formUrl ?? ""}?unidad=${encodeURIComponent(unit.code)}#contact`;
}

/** Dispatched on the document to select a unit in the form of the page; `detail.unit` is its code. */
export const REQUEST_EVENT = "site-unit-request";

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
