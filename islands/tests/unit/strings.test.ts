import { readFileSync } from "node:fs";
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { createTranslate as i18nextTranslate } from "../../src/prerender/strings.ts";
import { createTranslate, missingString } from "../../src/strings.tsx";
import type { StringTree } from "../../src/types.ts";

// As in a browser: a missing key is shown and no error.
beforeEach(() => void (missingString.report = (key) => key));

describe("createTranslate", () => {
  const t = createTranslate("es", {
    inventory: {
      count_one: "{{count}} espacio",
      count_other: "{{count}} espacios",
      name: "<{{name}}>",
    },
  });

  it("fills in plurals and values, without escaping the values", () => {
    expect(t("inventory.count", { count: 1 })).toBe("1 espacio");
    expect(t("inventory.count", { count: 2 })).toBe("2 espacios");
    expect(t("inventory.name", { name: "O & L" })).toBe("<O & L>");
  });

  it("does not mix the strings of two instances", () => {
    const other = createTranslate("en", { inventory: { name: "other" } });
    expect(other("inventory.name")).toBe("other");
    expect(t("inventory.name", { name: 1 })).toBe("<1>");
  });

  it("shows the key of a string that is missing", () => {
    expect(t("inventory.nothing")).toBe("inventory.nothing");
  });
});

describe("the translation in a browser", () => {
  it.each(["es", "en"])(
    "is that of i18next for every string of the site (%s)",
    (lang) => {
      const strings = JSON.parse(
        readFileSync(`../content/${lang}/strings.json`, "utf8"),
      ) as StringTree;
      const [ours, whole] = [
        createTranslate(lang, strings),
        i18nextTranslate(lang, strings),
      ];
      const keys = leaves(strings);
      expect(keys.length).toBeGreaterThan(100);
      const key = fc.constantFrom(
        ...keys,
        ...keys.map((key) => key.replace(/_(one|many|other)$/, "")),
        "a.b",
        "",
      );
      const value = fc.oneof(
        fc.string(),
        fc.nat(),
        fc.constant("$t(nav.home)"),
        fc.constant("{{unit}}"),
        fc.constant("$&"),
      );
      const values = fc.record(
        Object.fromEntries(placeholders(strings).map((name) => [name, value])),
      );
      fc.assert(
        fc.property(
          key,
          values,
          fc.option(fc.nat(), { nil: undefined }),
          (key, values, count) => {
            const options = {
              ...values,
              ...(count === undefined ? {} : { count }),
            };
            expect(ours(key, options)).toBe(whole(key, options));
          },
        ),
        { numRuns: 2000 },
      );
    },
  );
});

function leaves(tree: StringTree, prefix = ""): string[] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === "string"
      ? [prefix + key]
      : leaves(value, `${prefix}${key}.`),
  );
}

function placeholders(tree: StringTree): string[] {
  return [
    ...new Set(
      [...JSON.stringify(tree).matchAll(/{{(\w+)}}/g)].map(([, name]) => name!),
    ),
  ];
}
