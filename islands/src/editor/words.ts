// The texts of the editor (words.json) and the names of keys of content files (labels.json). Its users write Spanish; English is a switch.
import type { Lang } from "./api.ts";
import labels from "./labels.json";
import words from "./words.json";

/** A language of the editor itself. */
export type Ui = "es" | "en";

/** Names of keys that a content file may have. A key that is not here shows as it is written in the file. */
const LABELS: Record<string, Record<Ui, string>> = labels;

export type Word = keyof typeof words;

export const word = (ui: Ui, name: Word): string => words[name][ui];
export const label = (ui: Ui, key: string): string => LABELS[key]?.[ui] ?? key;

export function languageName(ui: Ui, lang: Lang): string {
  const name =
    new Intl.DisplayNames([ui], { type: "language" }).of(lang) ?? lang;
  return name[0]!.toUpperCase() + name.slice(1);
}
