// Types of the package `i18next-translator` (make-translator.mjs): what src/strings.tsx uses of i18next's translator, and
// the services that the translator calls.
import type { InitOptions, TFunction } from "i18next";

interface Services {
  /** Languages in the order in which a string is looked up. */
  languageUtils: { toResolveHierarchy(): string[]; getFallbackCodes(): string[] };
  resourceStore: { getResource(lang: string, namespace: string, key: string): unknown };
  /** The suffix of a key for a count: `_one`, `_other`. */
  pluralResolver: { getSuffix(lang: string, count: number): string };
  interpolator: Interpolator;
}

export class Interpolator {
  constructor(options: InitOptions);
}

export class Translator {
  constructor(services: Services, options: InitOptions);
  changeLanguage(lang: string): void;
  translate: TFunction;
}
