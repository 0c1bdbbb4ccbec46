// The parts of i18next's translator that src/strings.tsx uses, and the services that the translator asks.
import type { InitOptions, TFunction } from "i18next";

interface Services {
  /** Languages in the order in which a string is looked for. */
  languageUtils: { toResolveHierarchy(): string[]; getFallbackCodes(): string[] };
  resourceStore: { getResource(lang: string, namespace: string, key: string): unknown };
  /** The end of a key for a count: `_one`, `_other`. */
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
