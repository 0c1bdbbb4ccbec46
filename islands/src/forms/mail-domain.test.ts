import fc from "fast-check";
import { expect, it } from "vitest";
import { suggestDomain } from "./mail-domain.ts";

it.each([
  ["ana@gmial.com", "gmail.com"],
  ["ana@gmail.con", "gmail.com"],
  ["ana@gmail.co ", "gmail.com"],
  ["Ana@GMAI.COM", "gmail.com"],
  ["ana@gmaill.com", "gmail.com"],
  ["ana@hotmial.com", "hotmail.com"],
  ["ana@hotmail.comm", "hotmail.com"],
  ["ana@outlok.com", "outlook.com"],
  ["ana@yaho.com", "yahoo.com"],
  ["ana@icloud.cm", "icloud.com"],
])("%s has a mistyped domain", (email, domain) => {
  expect(suggestDomain(email)).toBe(domain);
});

it.each([
  "ana@gmail.com",
  "ana@ymail.com",
  "ana@hotmail.es",
  "ana@yahoo.com.mx",
  "ana@ceibalta.example",
  "ana@gmx.com",
])("%s has none", (email) => {
  expect(suggestDomain(email)).toBeUndefined();
});

it("suggests nothing, or another domain than the typed one", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(suggestDomain(text)).not.toBe(text);
      expect(suggestDomain(`a@${text}`)).not.toBe(text);
    }),
  );
});
