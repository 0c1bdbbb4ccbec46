// The HTTP API of the editor (generator/src/serve/edit).
import type { Group, Path } from "./tree.ts";

/** The code of a language of the site. */
export type Lang = string;
/** By language, in the order of the site. */
export type PerLang<T> = Record<Lang, T>;

/** The values of a document in one language: what a form changes. */
export type Values = {
  /** The front matter; of strings, each key with its text. */
  front: Group;
  /** The Markdown below it; null for strings. */
  body: string | null;
};

export type Version = Values & {
  file: string;
  url: string;
  /** Values that repeat another one, and change with it. */
  repeated: Path[];
};

export interface Field {
  key: string;
  kind: "text" | "switch" | "choice" | "list" | "free";
  choices?: string[];
  required: boolean;
  longest: number | null;
}

/** A document in each language; a language is null when it has no file. */
export interface Document {
  id: string;
  fields: Field[];
  languages: PerLang<Version | null>;
  /** The entity tag of its files. */
  tag: string;
}

export interface Listed {
  id: string;
  title: PerLang<string>;
  has_questions: boolean;
  is_draft: boolean;
}

export interface Problem {
  /** As on the terminal. */
  text: string;
  lang: Lang | null;
  path: Path;
}

/** What became of a save. */
export type Saved =
  | { kind: "saved"; document: Document }
  | { kind: "overtaken"; document: Document }
  | { kind: "refused"; problems: Problem[] };

const API = "/_dev/edit/api";
export const pictureUrl = (name: string): string => `${API}/pictures/${encodeURIComponent(name)}`;

export async function list(): Promise<{ documents: Listed[]; pictures: string[] }> {
  return (await expectOk(await fetch(`${API}/documents`))).json();
}

export async function read(id: string): Promise<Document> {
  return document(await expectOk(await fetch(`${API}/documents/${id}`, { cache: "no-store" })));
}

export async function create(
  kind: "page" | "month",
  name: string,
): Promise<{ id: string; note: string | null }> {
  return (await expectOk(await send("POST", `${API}/documents`, { kind, name }))).json();
}

export async function save({ id, tag }: Document, values: PerLang<Values | null>): Promise<Saved> {
  const response = await send("PUT", `${API}/documents/${id}`, values, { "if-match": tag });
  if (response.status === 412) return { kind: "overtaken", document: await document(response) };
  if (response.status === 422) return { kind: "refused", problems: await problems(response) };
  return { kind: "saved", document: await document(await expectOk(response)) };
}

function send(
  method: string,
  url: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  const json = { "content-type": "application/json", ...headers };
  return fetch(url, { method, headers: json, body: JSON.stringify(body) });
}

async function document(response: Response): Promise<Document> {
  return { ...(await response.json()), tag: response.headers.get("etag") ?? "" };
}

async function problems(response: Response): Promise<Problem[]> {
  const answer = await response.json();
  return answer.problems ?? [{ text: answer.message, lang: null, path: [] }];
}

/** Throws an error with the server's message unless the response is a success. */
async function expectOk(response: Response): Promise<Response> {
  if (response.ok) return response;
  if (response.headers.get("content-type")?.includes("json")) {
    throw new Error((await problems(response)).map(({ text }) => text).join("\n"));
  }
  throw new Error((await response.text()) || response.statusText);
}
