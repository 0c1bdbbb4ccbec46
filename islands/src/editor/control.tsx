// The control of one value in one language, with its problem and what the file has instead.
import { useState, type ChangeEvent } from "react";
import { pictureUrl, type Lang } from "./api.ts";
import type { Field, Value } from "../types.ts";
import { idOf, useForm, type Form } from "./form.ts";
import { at, isEqual, type Path } from "./tree.ts";
import { languageName, word } from "./words.ts";

/** Keys whose texts have several sentences. */
const LONG_KEYS = [
  "body",
  "answer",
  "lead",
  "description",
  "note",
  "warning",
  "alt",
];
/** Characters of a line, about. */
const LONG = 34;
const PICTURE_KEYS = ["poster", "picture"];

interface ControlProps {
  lang: Lang;
  path: Path;
  /** What the loader knows of it; nothing of a value within `data`. */
  field?: Field | undefined;
  label: string;
}

export function Control({ lang, path, field, label }: ControlProps) {
  const form = useForm();
  const { ui, document, draft, problems, change } = form;
  const id = idOf(lang, path);
  const value = at(draft[lang], path);
  const isRepeated = document.languages[lang]?.repeated.some((outer) =>
    outer.every((step, index) => path[index] === step),
  );
  const own = problems.filter(
    (problem) => problem.lang && idOf(problem.lang, problem.path) === id,
  );
  const conflict = conflictNote(form, lang, path);
  const notes = [
    own.length && `${id}:problem`,
    conflict && `${id}:file`,
    field?.longest && `${id}:length`,
  ];
  const shared = {
    id,
    lang,
    disabled: isRepeated,
    "aria-invalid": own.length > 0,
    "aria-describedby": notes.filter(Boolean).join(" ") || undefined,
  };
  return (
    <div className="control">
      <label htmlFor={id}>
        {`${label} `}
        <small>{languageName(ui, lang)}</small>
      </label>
      <Input
        shared={shared}
        value={value}
        name={String(path.at(-1))}
        field={field}
        change={(value) => change(lang, path, value)}
      />
      {isRepeated && <small>{word(ui, "repeated")}</small>}
      {field?.longest ? (
        <p className="length" id={`${id}:length`}>
          {`${[...String(value ?? "")].length} / ${field.longest} ${word(ui, "characters")}`}
        </p>
      ) : null}
      {own.length > 0 && (
        <p className="problem" id={`${id}:problem`}>
          {own.map(({ text }) => text).join("\n")}
        </p>
      )}
      {conflict}
    </div>
  );
}

interface InputProps {
  /** Attributes of any control. */
  shared: object;
  value: Value | undefined;
  name: string;
  field?: Field | undefined;
  change(value: Value | undefined): void;
}

function Input({ shared, value, name, field, change }: InputProps) {
  const { ui, pictures } = useForm();
  const text = Array.isArray(value) ? value.join("\n") : String(value ?? "");
  // What it is when the form opens, so that a field does not become another one while somebody writes in it.
  const [isLong] = useState(
    text.length > LONG || text.includes("\n") || LONG_KEYS.includes(name),
  );
  const [wasNumber] = useState(typeof value === "number");
  const set = (next: string): void => {
    if (wasNumber && /^-?\d+(\.\d+)?$/.test(next)) change(Number(next));
    else change(next === "" && field && !field.required ? undefined : next);
  };

  if (field?.kind === "switch" || typeof value === "boolean") {
    // Without the key it is off.
    const off = field ? undefined : false;
    return (
      <input
        {...shared}
        type="checkbox"
        checked={value === true}
        onChange={(event) => change(event.currentTarget.checked || off)}
      />
    );
  }
  if (field?.kind === "list") {
    const lines = (next: string): string[] =>
      next
        .split("\n")
        .filter((line, index, all) => line || index < all.length - 1);
    return (
      <textarea
        {...shared}
        rows={2}
        placeholder={word(ui, "onePerLine")}
        value={text}
        onChange={({ currentTarget }) =>
          change(currentTarget.value ? lines(currentTarget.value) : undefined)
        }
      />
    );
  }
  const isPicture = PICTURE_KEYS.includes(name);
  if (field?.kind === "choice" || isPicture) {
    const words = field?.kind === "choice" ? field.choices : pictures;
    const choices = text && !words.includes(text) ? [text, ...words] : words;
    return (
      <>
        <select
          {...shared}
          value={text}
          onChange={(event) => set(event.currentTarget.value)}
        >
          {(!text || !field?.required) && (
            <option value="">{word(ui, "usual")}</option>
          )}
          {choices.map((choice) => (
            <option key={choice} value={choice}>
              {choice}
            </option>
          ))}
        </select>
        {isPicture && pictures.includes(text) && (
          <img src={pictureUrl(text)} alt="" loading="lazy" />
        )}
      </>
    );
  }
  const Text = isLong ? "textarea" : "input";
  const rows = text
    .split("\n")
    .reduce((sum, line) => sum + Math.ceil((line.length + 1) / LONG), 0);
  return (
    <Text
      {...shared}
      {...(isLong && { rows: Math.min(Math.max(rows, 2), 20) })}
      value={text}
      onChange={(event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
        set(event.target.value)
      }
    />
  );
}

/** The file's value, and a button that takes it; null while there is no conflict. */
export function conflictNote(
  { ui, draft, conflicts, change }: Form,
  lang: Lang,
  path: Path,
) {
  const id = idOf(lang, path);
  const conflict = conflicts.find(
    (other) => idOf(other.lang, other.path) === id,
  );
  if (!conflict || isEqual(conflict.theirs, at(draft[lang], path))) return null;
  const { theirs } = conflict;
  const shown =
    theirs && typeof theirs === "object" ? word(ui, "several") : theirs;
  return (
    <div key={lang} className="conflict" id={`${id}:file`}>
      <p>
        {`${word(ui, "inFile")} `}
        <q lang={lang}>{String(shown ?? word(ui, "removed"))}</q>
      </p>
      <button type="button" onClick={() => change(lang, path, theirs)}>
        {word(ui, "takeFile")}
      </button>
    </div>
  );
}
