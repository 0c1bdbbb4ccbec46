import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseNumber } from "./number.ts";

describe("numbers as visitors type them", () => {
  it.each([
    ["0", 0n],
    ["1250", 12_500_000n],
    ["1,250.50", 12_505_000n],
    ["1.250,50", 12_505_000n],
    ["1,250", 12_500_000n],
    ["60,5", 605_000n],
    ["60.5", 605_000n],
    ["60,", 600_000n],
    ["0,125", 1_250n],
    ["0.125", 1_250n],
    ["1.250", 12_500n],
    ["8,270,000", 82_700_000_000n],
    ["8.270.000", 82_700_000_000n],
    ["8.270.000,5", 82_700_005_000n],
    ["$ 1 200", 12_000_000n],
    ["$8,270,000\u00a0MXN", 82_700_000_000n],
    ["R$ 1.200,50", 12_005_000n],
    ["1200usd", 12_000_000n],
    ["¥ 8,270,000", 82_700_000_000n],
    ["12 %", 120_000n],
    ["62.50\u00a0m²", 625_000n],
  ])("%j", (typed, expected) => {
    expect(parseNumber(typed)).toBe(expected);
  });

  it.each([
    "",
    "-5",
    "abc",
    "1e3",
    ".5",
    "1,25,0",
    "12.5.3",
    "1,250.50.1",
    "1.23456",
    "1".repeat(13),
    "5 o 6",
  ])("%j is not a number", (typed) => {
    expect(parseNumber(typed)).toBeNull();
  });

  it("reads the numbers that the page shows, with either decimal mark", () => {
    const grouped = (whole: number, sign: string): string =>
      String(whole).replace(/\B(?=(\d{3})+$)/g, sign);
    fc.assert(
      fc.property(
        fc.nat(999_999_999),
        fc.integer({ min: 0, max: 99 }),
        (whole, cents) => {
          const expected = BigInt(whole) * 10_000n + BigInt(cents) * 100n;
          const fraction = String(cents).padStart(2, "0");
          expect(parseNumber(`${grouped(whole, ",")}.${fraction}`)).toBe(
            expected,
          );
          expect(parseNumber(`${grouped(whole, ".")},${fraction}`)).toBe(
            expected,
          );
          expect(parseNumber(`${whole},${fraction}`)).toBe(expected);
        },
      ),
    );
  });
});
