// Updates the page of one unit from the data file. That page has no island that shows units, so its form starts this.
// `updatePage` writes what any page shows of a unit; this file writes what only the page of a unit shows, in elements
// marked with `data-unit-part="O-301"` (with `data-percent="16"`: that share of the price),
// `data-unit-price-per-m2="O-301"`, `data-unit-usd="O-301"` (with `data-percent` and `data-rate`),
// `data-unit-notice="O-301"` (visible while the status of the unit is one of `data-status`), `data-status-notice="O-301"` (a
// sentence about a unit that is not available) and
// `data-payments="O-301"` (its payment plans: tables with a `data-rule` and the kinds of their rows in `data-rows`).
import { money } from "../format.ts";
import { pricePerMetre } from "../inventory/price-per-metre.ts";
import { schedule, type Due, type PlanRule } from "../payments.ts";
import { dollars, vatOf } from "../price.ts";
import { propertyStore, type PropertySeed } from "./property.ts";
import type { Unit } from "./unit.ts";

const percentOf = (mark: HTMLElement): number => Number(mark.dataset.percent);

/** The data of a unit's page. */
export interface UnitSeed extends PropertySeed {
  /** What the page says about a unit that is not available, and the link to similar units. */
  notices: { reservado: string; vendido: string; similar: string };
}

const WRITERS: Record<string, (mark: HTMLElement, unit: Unit, seed: UnitSeed) => void> = {
  // Also used for the total, with 116 %.
  "data-unit-part": (mark, { price }) => (mark.textContent = money(vatOf(price, percentOf(mark)))),
  "data-unit-usd": (mark, { price }) =>
    (mark.textContent = dollars(vatOf(price, percentOf(mark)), mark.dataset.rate!)),
  "data-unit-price-per-m2": (mark, { price, area }) => (mark.textContent = pricePerMetre(price, area)),
  "data-unit-notice": (mark, { status }) =>
    mark.toggleAttribute("hidden", !mark.dataset.status!.split(" ").includes(status)),
  "data-status-notice": writeNotice,
  "data-payments": writePayments,
};

function writeNotice(notice: HTMLElement, { status }: Unit, { notices }: UnitSeed): void {
  // The link that the page has for a sold unit stays.
  if (notice.dataset.status === status) return;
  notice.dataset.status = status;
  notice.hidden = status === "disponible";
  notice.textContent = status === "disponible" ? "" : notices[status];
  if (status !== "vendido") return;
  const link = document.createElement("a");
  link.href = "#similar";
  link.textContent = notices.similar;
  notice.append(" ", link);
}

function writePayments(plans: HTMLElement, { price }: Unit): void {
  for (const table of plans.querySelectorAll("table")) {
    const rule = table.dataset.rule!.split(" ").map(Number) as PlanRule;
    const { discount, rows } = schedule(price, percentOf(plans), rule);
    const lines = table.querySelectorAll("tbody tr");
    table.dataset.rows!.split(" ").forEach((due, index) => {
      // Without tax a row has only the total.
      const cells = lines[index]!.querySelectorAll("td");
      const amounts = rows[due as Due].slice(-cells.length);
      amounts.forEach((amount, column) => (cells[column]!.textContent = money(amount)));
    });
    const off = table.parentElement!.querySelector("[data-payment-discount]");
    if (off) off.textContent = money(discount);
  }
}

/** Follows the property store from now on. */
export function followUnit(seed: UnitSeed): void {
  const store = propertyStore(seed);
  store.subscribe(() => {
    const units = new Map(store.get().items.map((unit) => [unit.code, unit]));
    for (const [attribute, write] of Object.entries(WRITERS))
      for (const mark of document.querySelectorAll<HTMLElement>(`[${attribute}]`)) {
        const unit = units.get(mark.getAttribute(attribute)!);
        if (unit) write(mark, unit, seed);
      }
  });
}
