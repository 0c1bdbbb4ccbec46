// Applies a payment plan to a price that changed after the build. The generator computes the same
// (generator/src/payment/schedule.rs); both are tested with generator/cases/money.json. Amounts are integer centavos.
import { totalOf, vatOf } from "./price.ts";

/** Net, IVA and total of one payment. */
export type Amounts = [net: number, vat: number, total: number];

/** Discount, down payment and instalments in hundredths of a percent, and how many instalments. */
export type PlanRule = [discount: number, down: number, instalments: number, payments: number];

/** When a payment is due; `sum` is the total of all payments. */
export type Due = "down" | "each" | "last" | "balance" | "sum";

/** 100 % in hundredths of a percent. */
const WHOLE = 10_000;

/** A share of an amount, rounded to the nearest centavo (half up). */
const shareOf = (amount: number, share: number): number => Math.round((amount * share) / WHOLE);

/** The payments of a plan: net price and tax are split by the same shares, and the last instalment takes the rounding. */
export function schedule(
  list: number,
  percent: number,
  [discount, down, instalments, payments]: PlanRule,
): { discount: number; rows: Record<Due, Amounts> } {
  const off = shareOf(list, discount);
  const net = list - off;
  const vat = vatOf(net, percent);
  const row = (part: (whole: number) => number): Amounts => {
    const parts = [part(net), part(vat)] as const;
    return [...parts, parts[0] + parts[1]];
  };
  const built = down + instalments;
  const during = (whole: number): number => shareOf(whole, built) - shareOf(whole, down);
  const each = (whole: number): number => (payments ? Math.floor(during(whole) / payments) : 0);
  return {
    discount: off,
    rows: {
      down: row((whole) => shareOf(whole, down)),
      each: row(each),
      last: row((whole) => during(whole) - each(whole) * (payments - 1)),
      balance: row((whole) => whole - shareOf(whole, built)),
      sum: [net, vat, totalOf(net, percent)],
    },
  };
}
