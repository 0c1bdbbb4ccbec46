// What a unit would bring in a year, from what the visitor assumes. Every step is an integer: inputs in
// ten-thousandths, amounts in centavos, yields in hundredths of a percent, each rounded to the nearest.
import { ONE } from "./number.ts";

/** What is typed, in ten-thousandths: pesos, square metres, percent. */
export interface Assumptions {
  /** Pesos before IVA. */
  price: bigint;
  area: bigint;
  /** Pesos for a square metre and month. */
  rent: bigint;
  /** Percent of the year. */
  occupancy: bigint;
  /** Pesos for a square metre and month, let or not. */
  maintenance: bigint;
  /** Percent of the price in a year. */
  property_tax: bigint;
  /** Pesos in a year. */
  trust: bigint;
  other: bigint;
  /** Percent of the price, once. */
  purchase: bigint;
}

/** Amounts in centavos, rates in hundredths of a percent. */
export interface Outcome {
  full: bigint;
  collected: bigint;
  spent: bigint;
  net: bigint;
  cost: bigint;
  gross_rate: bigint;
  net_rate: bigint;
}

const MONTHS = 12n;
const CENTAVOS = 100n;
const HUNDRED = 100n;

/** The nearest integer to a fraction, a half away from zero. */
function nearest(above: bigint, below: bigint): bigint {
  const half = above < 0n ? -below : below;
  return (2n * above + half) / (2n * below);
}

/** The outcome, or null where there is no price: nothing can be divided by it. */
export function reckon(typed: Assumptions, vatPercent: bigint): Outcome | null {
  const centavos = (pesos: bigint): bigint => nearest(pesos * CENTAVOS, ONE);
  const yearly = (monthly: bigint): bigint => nearest(typed.area * monthly * MONTHS * CENTAVOS, ONE * ONE);
  const share = (amount: bigint, percent: bigint): bigint => nearest(amount * percent, HUNDRED * ONE);
  const price = centavos(typed.price);
  const full = yearly(typed.rent);
  const collected = share(full, typed.occupancy);
  const spent =
    yearly(typed.maintenance) +
    share(price, typed.property_tax) +
    centavos(typed.trust) +
    centavos(typed.other);
  const cost = price + nearest(price * vatPercent, HUNDRED) + share(price, typed.purchase);
  if (!price) return null;
  const net = collected - spent;
  const rate = (amount: bigint): bigint => nearest(amount * HUNDRED * HUNDRED, cost);
  return { full, collected, spent, net, cost, gross_rate: rate(collected), net_rate: rate(net) };
}
