import { describe, expect, it } from "vitest";
import { numberFormat } from "./format.ts";

// The texts are those of the test `amounts_are_written_as_in_the_locale` of the generator.
describe("numberFormat", () => {
  it.each([
    ["es-MX", "12,345,678.5", "1,000", ["1,234,567.50", "4,321", "0.05"]],
    ["es-ES", "12.345.678,5", "1000", ["1.234.567,50", "4321", "0,05"]],
    [
      "fr-FR",
      "12\u00a0345\u00a0678,5",
      "1\u00a0000",
      ["1\u00a0234\u00a0567,50", "4\u00a0321", "0,05"],
    ],
    ["en-IN", "1,23,45,678.5", "1,000", ["12,34,567.50", "4,321", "0.05"]],
    ["de-CH", "12'345'678.5", "1'000", ["1'234'567.50", "4'321", "0.05"]],
  ])("writes as the build in %s", (_, sample, thousand, texts) => {
    const write = numberFormat(sample, thousand);
    expect(["1234567.50", "4321", "0.05"].map(write)).toEqual(texts);
  });

  it("groups the digits of any whole number", () => {
    const write = numberFormat("12,345,678.5", "1,000");
    expect(["0", "100", "12000000000000000"].map(write)).toEqual([
      "0",
      "100",
      "12,000,000,000,000,000",
    ]);
  });
});
