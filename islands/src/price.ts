// IVA, the total to pay, and the amount in US dollars for reference. The generator computes the same values
// (generator/src/{price,dollars}.rs); both are tested with generator/cases/money.json. Amounts are integers: centavos of
// a peso, or cents of a dollar.
import { grouped, hundredths } from "./format.ts";

/** The tax on a net price, rounded to the nearest centavo (half up). */
export function vatOf(net: number, percent: number): number {
  return Math.round((net * percent) / 100);
}

/** Net price plus tax: what the buyer pays. */
export function totalOf(net: number, percent: number): number {
  return net + vatOf(net, percent);
}

/** Formats centavos as US dollars ("US$230,575.46") at a rate in pesos per dollar ("18.4321"), rounded to the nearest cent. */
export function dollars(centavos: number, rate: string): string {
  const cents = Math.round((centavos * 10_000) / Math.round(Number(rate) * 10_000));
  return `US$${grouped(Math.floor(cents / 100))}.${hundredths(cents)}`;
}
