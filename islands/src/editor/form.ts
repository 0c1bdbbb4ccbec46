// What every field of the form needs: the values that are edited, and what is known about them.
import { createContext, useContext } from "react";
import type { Document, Lang } from "./api.ts";
import type { Field, FieldProblem, EditedValues } from "../types.ts";
import { at, inOrder, merged, withValue, type Path, type Value } from "./tree.ts";
import type { Ui } from "./words.ts";

/** The values of a document as the form has them. */
export type Draft = Record<Lang, EditedValues | null>;

export interface Form {
  ui: Ui;
  document: Document;
  draft: Draft;
  problems: readonly FieldProblem[];
  /** Values that the file has changed as well. */
  conflicts: readonly Conflict[];
  pictures: readonly string[];
  /** Replaces a value, or removes it. */
  change(lang: Lang, path: Path, value: Value | undefined): void;
}

export interface Conflict {
  lang: Lang;
  path: Path;
  theirs: Value | undefined;
}

export const FormContext = createContext<Form | null>(null);
export const useForm = (): Form => useContext(FormContext)!;

/** The path of the Markdown below the front matter. */
export const BODY: Path = ["body"];
const isBody = (path: Path): boolean => path.length === 1 && path[0] === BODY[0];

export const idOf = (lang: Lang, path: Path): string => `${lang}:${path.join("/")}`;
/** The id of a group of values of every language. */
export const groupId = (path: Path): string => `group:${path.join("/")}`;

export function valueAt(values: EditedValues | null | undefined, path: Path): Value | undefined {
  if (!values) return undefined;
  return isBody(path) && values.body !== null ? values.body : at(values.front, path);
}

/** The draft with another value, or without it. A new field stands where the loader's order has it. */
export function changed(
  draft: Draft,
  fields: readonly Field[],
  lang: Lang,
  path: Path,
  value: Value | undefined,
): Draft {
  const values = draft[lang];
  if (!values) return draft;
  if (isBody(path) && values.body !== null)
    return { ...draft, [lang]: { ...values, body: String(value ?? "") } };
  const order = fields.map(({ key }) => key).filter((key) => key !== "data");
  const front = withValue(values.front, path, value) as EditedValues["front"];
  const isNew = path.length === 1 && at(values.front, path) === undefined;
  return { ...draft, [lang]: { ...values, front: isNew ? inOrder(front, [...order, "data"]) : front } };
}

/** A document's values without what the form does not change. */
export function draftOf({ languages }: Document): Draft {
  return Object.fromEntries(
    Object.entries(languages).map(([lang, version]) => [
      lang,
      version && { front: version.front, body: version.body },
    ]),
  );
}

/** Joins what I made of `base` with what somebody else saved. */
export function joined(base: Draft, mine: Draft, theirs: Draft): { draft: Draft; conflicts: Conflict[] } {
  const conflicts: Conflict[] = [];
  const draft = { ...theirs };
  for (const lang of Object.keys(theirs)) {
    const [before, own, other] = [base[lang], mine[lang], theirs[lang]];
    if (!before || !own || !other) continue;
    const front = merged(before.front, own.front, other.front);
    const body = merged(before.body, own.body, other.body, BODY);
    draft[lang] = { front: front.value as EditedValues["front"], body: body.value as string | null };
    for (const path of [...front.conflicts, ...body.conflicts]) {
      conflicts.push({ lang, path, theirs: valueAt(other, path) });
    }
  }
  return { draft, conflicts };
}
