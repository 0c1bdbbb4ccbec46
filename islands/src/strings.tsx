// Strings of one island: an i18next instance that holds nothing but what the island's props
// carry, ready at once (no back end, no detection, no plugin), so that build and browser agree.
import { createInstance, type TFunction } from "i18next";
import { createContext, useContext } from "react";

/** Nested strings as content/<lang>/strings.json has them. */
export interface StringTree {
  [key: string]: string | StringTree;
}

/** What to do about a key that has no string. In a browser the key itself is shown. */
export const missingString = { report: (key: string): string => key };

/** Makes the `t` of one island. Values are escaped by the renderer, so i18next must not do it too. */
export function createTranslate(lang: string, strings: StringTree): TFunction {
  const instance = createInstance();
  void instance.init({
    lng: lang,
    resources: { [lang]: { translation: strings } },
    initAsync: false,
    interpolation: { escapeValue: false },
    parseMissingKeyHandler: (key) => missingString.report(key),
  });
  return instance.t;
}

export const Translate = createContext<TFunction>(((key: string) => key) as TFunction);

/** The `t` of the island around the component: `t("inventory.count", { count })`. */
export function useTranslate(): TFunction {
  return useContext(Translate);
}
