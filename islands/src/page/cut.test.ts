import fc from "fast-check";
import { expect, it } from "vitest";
import { cut } from "./cut.ts";

it("cuts between characters", () => {
  expect(cut("ab", 3)).toBe("ab");
  expect(cut("a🏢b", 2)).toBe("a🏢");
  expect(cut("🏢🏢", 1)).toBe("🏢");
});

it("leaves no half of a character, whatever it gets", () => {
  expect(cut("a\ud83c", 9)).toBe("a");
  const texts = fc.string({ unit: "binary" });
  fc.assert(
    fc.property(texts, fc.nat(9), (text, most) => {
      const short = cut(text.slice(1), most);
      expect([...short].length).toBeLessThanOrEqual(most);
      expect(() => encodeURIComponent(short)).not.toThrow();
    }),
  );
});
