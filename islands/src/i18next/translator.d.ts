// The parts of i18next's translator that src/strings.tsx uses.
import type { InitOptions, TFunction } from "i18next";

export class ResourceStore {
  constructor(data: object, options: InitOptions);
}
export class LanguageUtil {
  constructor(options: InitOptions);
}
export class PluralResolver {
  constructor(languages: LanguageUtil, options: { prepend: string });
}
export class Interpolator {
  constructor(options: InitOptions);
}
export class Translator {
  constructor(services: object, options: InitOptions);
  changeLanguage(lang: string): void;
  translate: TFunction;
}
