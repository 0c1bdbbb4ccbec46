// What the file has for a value that somebody else has changed as well.
import type { Lang } from "./api.ts";
import { idOf, valueAt, type Form } from "./form.ts";
import { isEqual, type Path, type Value } from "./tree.ts";
import { type Ui, word } from "./words.ts";

export const conflictId = (lang: Lang, path: Path): string => `${idOf(lang, path)}:file`;

/** The file's value, and a button that takes it; null while there is no conflict. */
export function conflictNote({ ui, draft, conflicts, change }: Form, lang: Lang, path: Path) {
  const conflict = conflicts.find((other) => other.lang === lang && isEqual([...other.path], [...path]));
  if (!conflict || isEqual(conflict.theirs, valueAt(draft[lang], path))) return null;
  return (
    <div key={lang} className="conflict" id={conflictId(lang, path)}>
      <p>
        {`${word(ui, "inFile")} `}
        <q lang={lang}>{shown(conflict.theirs, ui)}</q>
      </p>
      <button type="button" onClick={() => change(lang, path, conflict.theirs)}>
        {word(ui, "takeFile")}
      </button>
    </div>
  );
}

function shown(value: Value | undefined, ui: Ui): string {
  if (value === undefined || value === null) return word(ui, "removed");
  return typeof value === "object" ? word(ui, "several") : String(value);
}
