import { readFileSync } from "node:fs";
import fc from "fast-check";
import { createInstance, type TFunction } from "i18next";
import { beforeEach, describe, expect, it } from "vitest";
import { trimmed } from "../../scripts/trim-i18next.mjs";
import { createTranslate, missingString, type StringTree } from "../../src/strings.tsx";

// As in a browser.
beforeEach(() => void (missingString.report = (key) => key));

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

  it("shows the key of a string that is missing", () => {
    expect(t("inventory.nothing")).toBe("inventory.nothing");
  });
});

describe("the trimmed translator", () => {
  it("is made from the installed i18next", () => {
    expect(readFileSync("src/i18next/translator.js", "utf8")).toBe(trimmed());
  });

  it.each(["es", "en"])("answers as i18next itself for every string of the site (%s)", (lang) => {
    const strings = JSON.parse(readFileSync(`../content/${lang}/strings.json`, "utf8")) as StringTree;
    const [ours, whole] = [createTranslate(lang, strings), instance(lang, strings)];
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
    const values = fc.dictionary(fc.constantFrom(...placeholders(strings), "count"), value);
    fc.assert(
      fc.property(key, values, fc.option(fc.nat(), { nil: undefined }), (key, values, count) => {
        const options = { ...values, ...(count === undefined ? {} : { count }) };
        expect(ours(key, options)).toBe(whole(key, options));
      }),
      { numRuns: 2000 },
    );
  });
});

function instance(lang: string, strings: StringTree): TFunction {
  const whole = createInstance();
  void whole.init({
    lng: lang,
    resources: { [lang]: { translation: strings } },
    initAsync: false,
    interpolation: { escapeValue: false },
  });
  return whole.t;
}

function leaves(tree: StringTree, prefix = ""): string[] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === "string" ? [prefix + key] : leaves(value, `${prefix}${key}.`),
  );
}

function placeholders(tree: StringTree): string[] {
  return [...new Set([...JSON.stringify(tree).matchAll(/{{(\w+)}}/g)].map(([, name]) => name!))];
}
