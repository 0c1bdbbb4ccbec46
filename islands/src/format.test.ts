import { describe, expect, it } from "vitest";
import cases from "../../platform/cases/format.json";
import { area, areaIn, money } from "./format.ts";
import { pricePerMetre } from "./inventory/price-per-metre.ts";

/** The generator's formatter is tested with the same cases. */
describe("numbers formatted like the generator", () => {
  it.each(cases.map((one) => [one.kind, one.value, one] as const))("%s %d", (kind, value, one) => {
    if (kind === "money") expect(money(value)).toBe(one.text);
    else if (kind === "area") expect(area(value / 100)).toBe(one.text);
    else if (kind === "area_feet") expect(areaIn("en-US", value / 100)).toBe(one.text);
    else expect(pricePerMetre(value, one.area! / 100)).toBe(one.text);
  });
});
