import { describe, expect, it } from "vitest";
import { createTranslate } from "../../src/strings.tsx";

describe("createTranslate", () => {
  const t = createTranslate("es", {
    inventory: { count_one: "{{count}} espacio", count_other: "{{count}} espacios", name: "<{{name}}>" },
  });

  it("answers at once, with plurals and values as they are", () => {
    expect(t("inventory.count", { count: 1 })).toBe("1 espacio");
    expect(t("inventory.count", { count: 2 })).toBe("2 espacios");
    expect(t("inventory.name", { name: "O & L" })).toBe("<O & L>");
  });

  it("keeps instances apart", () => {
    const other = createTranslate("en", { inventory: { name: "other" } });
    expect(other("inventory.name")).toBe("other");
    expect(t("inventory.name", { name: 1 })).toBe("<1>");
  });
});
