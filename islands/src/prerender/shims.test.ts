import fc from "fast-check";
import { expect, it } from "vitest";
import { PluralRules } from "./shims.ts";

it.each(["es", "es-MX", "en", "en-US"])("plural rules of %s equal those of the browser", (locale) => {
  const [ours, browser] = [new PluralRules(locale), new Intl.PluralRules(locale)];
  const count = fc.oneof(
    fc.nat(),
    fc.nat(2000),
    fc.nat(100).map((millions) => millions * 1_000_000),
  );
  fc.assert(fc.property(count, (number) => ours.select(number) === browser.select(number)));
  expect(ours.select(1)).toBe("one");
});
