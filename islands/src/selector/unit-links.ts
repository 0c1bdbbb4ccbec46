// Where an island sends a visitor who chose a unit: its own page, WhatsApp, or the form.
import type { PlanGeometry } from "../plan/geometry.ts";
import type { PropertySeed } from "../stores/property.ts";
import type { Unit, Use } from "../stores/unit.ts";

/** What the generator gives to the selector and to the inventory. */
export interface UnitIslandProps extends PropertySeed {
  siteName: string;
  /** "/inventario" or "/en/inventario". */
  unitBase: string;
  /**
   * From the ground up, with the name that visitors read; with the level's true counts where the page
   * holds only some of its units.
   */
  levels: readonly { level: number; use: Use; label: string; total?: number; free?: number }[];
  /** How many units there are, where the page holds only the first. */
  total?: number;
  plans: readonly PlanGeometry[];
  /** The contact page of each use. */
  formUrl: Record<Use, string>;
  /** The rate of IVA. */
  vatPercent: number;
  /** Pesos for a dollar, the word before an amount in dollars and the sentence after it, on a site that tells them. */
  usd?: { rate: string; about: string; note: string };
  /** Digits with country code, and the message with `{{unit}}` in it. */
  whatsapp: { number: string; text: string };
}

export function levelLabel({ levels }: UnitIslandProps, level: number): string {
  return levels.find((other) => other.level === level)?.label ?? String(level);
}

export function unitHref(props: UnitIslandProps, unit: Unit): string {
  return `${props.unitBase}/${unit.code}`;
}

export function whatsappHref({ whatsapp }: UnitIslandProps, unit: Unit): string {
  const text = whatsapp.text.replaceAll("{{unit}}", unit.code);
  return `https://wa.me/${whatsapp.number}?text=${encodeURIComponent(text)}`;
}

export function requestHref(props: UnitIslandProps, unit: Unit): string {
  return `${props.formUrl[unit.use]}?unidad=${encodeURIComponent(unit.code)}#contact`;
}

/** What a form of the page is told: `detail.unit` is the code. */
export const REQUEST_EVENT = "site-unit-request";

/**
 * Hands a unit to a form on this page and brings it into view. Answers false when the page has
 * none: then the link leads to the contact page. A form that is still asleep hears no event, so
 * the unit stands in the address too, where it looks when it starts.
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
  // Its fields are there asleep or awake; an awake one then moves on to the first that is empty.
  form.querySelector<HTMLElement>("input:not([type=hidden])")?.focus({ preventScroll: true });
  return true;
}
