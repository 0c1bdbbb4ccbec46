// Strings of one island: i18next's translator over nothing but what the island's props carry, ready at once (no
// back end, no detection, no plugin), so that build and browser agree.
//
// The translator alone, without i18next's instance around it, is 6 KB lighter (scripts/trim-i18next.mjs);
// tests/unit/strings.test.ts proves that the two answer alike.
import type { InitOptions, TFunction } from "i18next";
import { createContext, useContext } from "react";
import {
  Interpolator,
  LanguageUtil,
  PluralResolver,
  ResourceStore,
  Translator,
} from "./i18next/translator.js";

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
  const options = { ...OPTIONS, lng: lang };
  const languageUtils = new LanguageUtil(options);
  const translator = new Translator(
    {
      languageUtils,
      resourceStore: new ResourceStore({ [lang]: { translation: strings } }, options),
      pluralResolver: new PluralResolver(languageUtils, { prepend: "_" }),
      interpolator: new Interpolator(options),
    },
    options,
  );
  translator.changeLanguage(lang);
  return ((...call: Parameters<TFunction>) => translator.translate(...call)) as TFunction;
}

export const Translate = createContext<TFunction>(((key: string) => key) as TFunction);

/** The `t` of the island around the component: `t("inventory.count", { count })`. */
export function useTranslate(): TFunction {
  return useContext(Translate);
}
