// What every field of the form needs: the values that are edited, and what is known about them.
import { createContext, useContext } from "react";
import type { Document, Lang } from "./api.ts";
import type {
  EditedValues,
  Field,
  FieldProblem,
  Group,
  Value,
} from "../types.ts";
import { at, inOrder, merged, withValue, type Path } from "./tree.ts";
import type { Ui } from "./words.ts";

/** The front matter in each language that has a file, with the Markdown as one more value, `body`. */
export type Draft = Record<Lang, Group | null>;

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

export const idOf = (lang: Lang, path: Path): string =>
  `${lang}:${path.join("/")}`;
/** The id of a group of values of every language. */
export const groupId = (path: Path): string => `group:${path.join("/")}`;

/** The draft of a document as its files have it. */
export function draftOf({ languages }: Document): Draft {
  const versions = Object.entries(languages).map(([lang, version]) => {
    const body =
      typeof version?.body === "string" ? { body: version.body } : {};
    return [lang, version && { ...version.front, ...body }];
  });
  return Object.fromEntries(versions);
}

/** The values of a draft as the server saves them. Strings have no Markdown, and no fields. */
export function valuesOf(
  draft: Draft,
  { fields }: Document,
): Record<Lang, EditedValues | null> {
  const versions = Object.entries(draft).map(([lang, values]) => {
    if (!values || !fields.length)
      return [lang, values && { front: values, body: null }];
    const { body, ...front } = values;
    return [lang, { front, body }];
  });
  return Object.fromEntries(versions);
}

/** The draft with another value, or without it. A new field stands where the loader's order has it. */
export function changed(
  draft: Draft,
  fields: readonly Field[],
  lang: Lang,
  path: Path,
  value?: Value,
): Draft {
  const values = draft[lang];
  if (!values) return draft;
  const next = withValue(values, path, value) as Group;
  const isNew = path.length === 1 && at(values, path) === undefined;
  const order = fields.map(({ key }) => key).filter((key) => key !== "data");
  return { ...draft, [lang]: isNew ? inOrder(next, [...order, "data"]) : next };
}

/** Joins what I made of `base` with what somebody else saved. */
export function joined(
  base: Draft,
  mine: Draft,
  theirs: Draft,
): { draft: Draft; conflicts: Conflict[] } {
  const conflicts: Conflict[] = [];
  const draft = { ...theirs };
  for (const [lang, other] of Object.entries(theirs)) {
    const [before, own] = [base[lang], mine[lang]];
    if (!before || !own || !other) continue;
    const both = merged(before, own, other);
    draft[lang] = both.value as Group;
    for (const path of both.conflicts)
      conflicts.push({ lang, path, theirs: at(other, path) });
  }
  return { draft, conflicts };
}
