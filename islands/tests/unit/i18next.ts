// Strings of an island by i18next, which says how plural forms and placeholders work.
import { createInstance } from "i18next";
import { missingString, type StringTree, type Translate } from "../../src/strings.tsx";

/** Returns a `t` that works synchronously, without back end, language detection or plugin. */
export function createTranslate(lang: string, strings: StringTree): Translate {
  const instance = createInstance();
  void instance.init({
    lng: lang,
    resources: { [lang]: { translation: strings } },
    initAsync: false,
    // As in the islands, where the renderer escapes values.
    interpolation: { escapeValue: false },
    parseMissingKeyHandler: (key) => missingString.report(key),
  });
  return (key, values) => instance.t(key, values ?? {});
}
