// Strings of one island: i18next's translator over nothing but what the island's props carry, ready at once (no
// back end, no detection, no plugin), so that build and browser agree.
//
// The translator alone, asked through the three services below, is half as heavy as i18next's whole instance
// (scripts/trim-i18next.mjs); tests/unit/strings.test.ts proves that the two answer alike.
import type { InitOptions, TFunction } from "i18next";
import { createContext, useContext } from "react";
import { Interpolator, Translator } from "./i18next/translator.js";

/** Nested strings as content/<lang>/strings.json has them. */
export interface StringTree {
  [key: string]: string | StringTree;
}

/** What to do about a key that has no string. In a browser the key itself is shown. */
export const missingString = { report: (key: string): string => key };

/** i18next's defaults, as far as its translator reads them. */
const OPTIONS: InitOptions = {
  ns: ["translation"],
  defaultNS: ["translation"],
  keySeparator: ".",
  nsSeparator: ":",
  pluralSeparator: "_",
  contextSeparator: "_",
  interpolation: {
    // Values are escaped by the renderer: i18next must not do it too.
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

/** Makes the `t` of one island. */
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

/** The string, or the group, at a key with dots. */
function find(strings: StringTree, key: string): StringTree | string | undefined {
  let found: StringTree | string | undefined = strings;
  for (const part of key.split("."))
    found = typeof found === "object" && Object.hasOwn(found, part) ? found[part] : undefined;
  return found;
}

export const Translate = createContext<TFunction>(((key: string) => key) as TFunction);

/** The `t` of the island around the component: `t("inventory.count", { count })`. */
export function useTranslate(): TFunction {
  return useContext(Translate);
}
