// Strings of one island, from its props. In the build i18next translates (src/prerender/strings.ts), in the browser this file
// does, with a fortieth of its size; tests/unit/strings.test.ts checks that both translate every string alike.
import { createContext, useContext } from "react";
import type { StringTree } from "./types.ts";

/** Returns the string at a dotted key, with the values in its placeholders, in the plural form of `values.count`. */
export type Translate = (
  key: string,
  values?: Record<string, string | number>,
) => string;

/** What happens when a key has no string. In a browser the key itself is shown. */
export const missingString = { report: (key: string): string => key };

/** Returns the `t` of one island. Knows the syntax that the generator accepts in strings: `{{name}}` and plural forms. */
export function createTranslate(lang: string, strings: StringTree): Translate {
  const plurals = new Intl.PluralRules(lang);
  return (key, values = {}) => {
    const { count } = values;
    const text =
      (typeof count === "number" &&
        find(strings, `${key}_${plurals.select(count)}`)) ||
      find(strings, key);
    return typeof text === "string"
      ? text.replace(/{{\s*(\w+)\s*}}/g, (_, name: string) =>
          String(values[name]),
        )
      : missingString.report(key);
  };
}

/** The string, or the group of strings, at a dotted key. */
function find(
  strings: StringTree,
  key: string,
): StringTree | string | undefined {
  let found: StringTree | string | undefined = strings;
  for (const part of key.split("."))
    found =
      typeof found === "object" && Object.hasOwn(found, part)
        ? found[part]
        : undefined;
  return found;
}

/** Provides the `t` of an island to its components; outside an island `t` returns the key. */
export const TranslateContext = createContext<Translate>((key) => key);

/** The `t` of the island that renders the component: `t("inventory.count", { count })`. */
export const useTranslate = (): Translate => useContext(TranslateContext);

/**
 * A text that changes while the page is open: each one is a new element. A browser that translates a page replaces its text
 * nodes, so that a change of the old text node would not be seen. What is not to be translated says `translate="no"` instead.
 */
export function FreshText({ text }: { text: string }) {
  return <span key={text}>{text}</span>;
}
