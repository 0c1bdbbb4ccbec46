// Strings of one island: i18next's translator, which reads only the strings in the island's props. It works
// synchronously (no back end, no language detection, no plugin), so that build and browser give the same HTML.
//
// The package `i18next-translator` is cut out of i18next by scripts/make-translator.mjs and is less than half the size
// of the whole; tests/unit/strings.test.ts proves that both translate alike.
import type { InitOptions, TFunction } from "i18next";
import { Interpolator, Translator } from "i18next-translator";
import { createContext, useContext } from "react";

/** Nested strings as content/<lang>/strings.json has them. */
export interface StringTree {
  [key: string]: string | StringTree;
}

/** What happens when a key has no string. In a browser the key itself is shown. */
export const missingString = { report: (key: string): string => key };

/** The defaults of i18next that its translator reads. */
const OPTIONS: InitOptions = {
  ns: ["translation"],
  defaultNS: ["translation"],
  keySeparator: ".",
  nsSeparator: ":",
  pluralSeparator: "_",
  contextSeparator: "_",
  interpolation: {
    // The renderer escapes values; escaping here too would escape them twice.
    escapeValue: false,
    prefix: "{{",
    suffix: "}}",
    formatSeparator: ",",
    unescapePrefix: "-",
    nestingPrefix: "$t(",
    nestingSuffix: ")",
    nestingOptionsSeparator: ",",
    maxReplaces: 1000,
    skipOnVariables: true,
  },
  parseMissingKeyHandler: (key) => missingString.report(key),
};

/** Returns the `t` of one island. */
export function createTranslate(lang: string, strings: StringTree): TFunction {
  const plurals = new Intl.PluralRules(lang);
  const translator = new Translator(
    {
      languageUtils: { toResolveHierarchy: () => [lang], getFallbackCodes: () => [] },
      resourceStore: { getResource: (_lang, _namespace, key) => find(strings, key) },
      pluralResolver: { getSuffix: (_lang, count) => `_${plurals.select(count)}` },
      interpolator: new Interpolator(OPTIONS),
    },
    OPTIONS,
  );
  translator.changeLanguage(lang);
  return ((...call: Parameters<TFunction>) => translator.translate(...call)) as TFunction;
}

/** The string, or the group of strings, at a dotted key. */
function find(strings: StringTree, key: string): StringTree | string | undefined {
  let found: StringTree | string | undefined = strings;
  for (const part of key.split("."))
    found = typeof found === "object" && Object.hasOwn(found, part) ? found[part] : undefined;
  return found;
}

/** Provides the `t` of an island to its components; outside an island `t` returns the key. */
export const Translate = createContext<TFunction>(((key: string) => key) as TFunction);

/** The `t` of the island that renders the component: `t("inventory.count", { count })`. */
export function useTranslate(): TFunction {
  return useContext(Translate);
}
