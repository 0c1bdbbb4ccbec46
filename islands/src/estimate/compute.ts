// The yearly return of a unit under the assumptions of the visitor, in integers. Every result is rounded to the nearest.
import { ONE } from "./number.ts";

/** The inputs in ten-thousandths of their units. */
export type Assumptions = Record<
  // Pesos before IVA, square metres.
  | ("price" | "area")
  // Pesos per square metre and month.
  | "rent"
  // Pesos per month, also while the unit is not rented.
  | "maintenance"
  // Percent of the year in which the unit is rented; of the price, per year; of the price, once.
  | ("occupancy" | "property_tax" | "purchase")
  // Pesos per year.
  | ("trust" | "other"),
  bigint
>;

const MONTHS = 12n;
const CENTAVOS = 100n;
const HUNDRED = 100n;

/** A fraction rounded to the nearest integer, half away from zero. */
export function nearest(numerator: bigint, denominator: bigint): bigint {
  const half = numerator < 0n ? -denominator : denominator;
  return (2n * numerator + half) / (2n * denominator);
}

/**
 * The outcome, or null when the price is zero, because the rates are relative to it. Amounts are in centavos per year (`cost`:
 * once; `full`: the rent at an occupancy of 100 %), rates in hundredths of a percent, as `vatRate`.
 */
export function compute(typed: Assumptions, vatRate: bigint) {
  const centavos = (pesos: bigint): bigint => nearest(pesos * CENTAVOS, ONE);
  const share = (amount: bigint, percent: bigint): bigint =>
    nearest(amount * percent, HUNDRED * ONE);
  const price = centavos(typed.price);
  const full = nearest(typed.area * typed.rent * MONTHS * CENTAVOS, ONE * ONE);
  const collected = share(full, typed.occupancy);
  const spent =
    centavos(typed.maintenance * MONTHS) +
    share(price, typed.property_tax) +
    centavos(typed.trust) +
    centavos(typed.other);
  const cost =
    price +
    nearest(price * vatRate, HUNDRED * HUNDRED) +
    share(price, typed.purchase);
  if (!price) return null;
  const net = collected - spent;
  const rate = (amount: bigint): bigint =>
    nearest(amount * HUNDRED * HUNDRED, cost);
  return {
    full,
    collected,
    spent,
    net,
    cost,
    gross_rate: rate(collected),
    net_rate: rate(net),
  };
}

export type Outcome = NonNullable<ReturnType<typeof compute>>;
