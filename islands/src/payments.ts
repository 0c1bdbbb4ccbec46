// A payment plan applied to a price, when fresh data changed the price after the build. The rule is the generator's
// (generator/src/payment/schedule.rs); generator/cases/money.json proves the two equal. Amounts are centavos.
import { totalOf, vatOf } from "./price.ts";

/** Net, IVA and total of one payment. */
export type Amounts = [net: number, vat: number, total: number];

/** Discount, down payment and instalments in hundredths of a percent, and how many instalments. */
export type PlanRule = [discount: number, down: number, instalments: number, payments: number];

/** When a payment falls due; `sum` is all of them. */
export type Due = "down" | "each" | "last" | "balance" | "sum";

const WHOLE = 10_000;

/** What a share of an amount is, at the nearest centavo, a half upwards. */
const cut = (amount: number, share: number): number => Math.round((amount * share) / WHOLE);

/** Net and tax are cut at the same shares; equal instalments in whole centavos, the last takes the rest. */
export function schedule(
  list: number,
  percent: number,
  [discount, down, instalments, payments]: PlanRule,
): { discount: number; rows: Record<Due, Amounts> } {
  const off = cut(list, discount);
  const net = list - off;
  const vat = vatOf(net, percent);
  const row = (part: (whole: number) => number): Amounts => {
    const parts = [part(net), part(vat)] as const;
    return [...parts, parts[0] + parts[1]];
  };
  const built = down + instalments;
  const during = (whole: number): number => cut(whole, built) - cut(whole, down);
  const each = (whole: number): number => (payments ? Math.floor(during(whole) / payments) : 0);
  return {
    discount: off,
    rows: {
      down: row((whole) => cut(whole, down)),
      each: row(each),
      last: row((whole) => during(whole) - each(whole) * (payments - 1)),
      balance: row((whole) => whole - cut(whole, built)),
      sum: [net, vat, totalOf(net, percent)],
    },
  };
}
