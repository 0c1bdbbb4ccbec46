// Strings of an island in the build, by i18next: the one source of how plural forms and placeholders work.
import { createInstance } from "i18next";
import { missingString, type Translate } from "../strings.tsx";
import type { StringTree } from "../types.ts";

/** Returns the `t` of one island. It works synchronously, without back end, language detection or plugin. */
export function createTranslate(lang: string, strings: StringTree): Translate {
  const instance = createInstance();
  void instance.init({
    lng: lang,
    resources: { [lang]: { translation: strings } },
    initAsync: false,
    // The renderer escapes values; escaping here too would escape them twice.
    interpolation: { escapeValue: false },
    parseMissingKeyHandler: (key) => missingString.report(key),
  });
  return (key, values) => instance.t(key, values ?? {});
}
