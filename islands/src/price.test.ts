import fc from "fast-check";
import { describe, expect, it } from "vitest";
import cases from "../../generator/cases/money.json";
import { schedule, type Due, type PlanRule } from "./payments.ts";
import { dollars, totalOf, vatOf } from "./price.ts";

/** The generator is tested with the same cases. */
describe("money computed like the generator", () => {
  it.each(cases.prices)("$net at $percent %", ({ net, percent, vat, total }) => {
    expect([vatOf(net, percent), totalOf(net, percent)]).toEqual([vat, total]);
  });

  it.each(cases.dollars)("$centavos at $rate", ({ centavos, rate, text }) => {
    expect(dollars(centavos, rate)).toBe(text);
  });

  it.each(cases.schedules)("$net by $plan", ({ net, percent, plan, discount, price, rows }) => {
    const made = schedule(net, percent, plan as PlanRule);
    expect(made.discount).toBe(discount);
    expect(made.rows.sum).toEqual(price);
    for (const [due, , amounts] of rows) expect(made.rows[due as Due], String(due)).toEqual(amounts);
  });
});

describe("a schedule", () => {
  const plans = fc
    .tuple(fc.nat(9999), fc.nat(10_000), fc.nat(10_000), fc.integer({ min: 1, max: 120 }))
    .map(([discount, down, part, payments]): PlanRule => [
      discount,
      down,
      Math.min(part, 10_000 - down),
      payments,
    ]);

  it("adds up to the price, and each payment is net plus tax", () => {
    fc.assert(
      fc.property(fc.nat(900_000_000_000), fc.nat(100), plans, (net, percent, plan) => {
        const { rows } = schedule(net, percent, plan);
        for (const [a, b, c] of Object.values(rows)) expect(a + b).toBe(c);
        rows.sum.forEach((whole, index) => {
          const others = rows.each[index]! * (plan[3] - 1);
          expect(rows.down[index]! + others + rows.last[index]! + rows.balance[index]!).toBe(whole);
        });
      }),
    );
  });
});
