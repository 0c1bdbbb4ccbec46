// The HTTP API of the editor (generator/src/serve/edit).
import type {
  CreatedDocument,
  DocumentList,
  EditedDocument,
  EditedValues,
  FieldProblem,
  NewDocument,
  Problems,
  Reason,
} from "../types.ts";

/** The code of a language of the site. */
export type Lang = string;

/** A document in each language, and the entity tag of its files; a language is null when it has no file. */
export type Document = EditedDocument & { tag: string };

export type Saved =
  | { kind: "saved" | "overtaken"; document: Document }
  | { kind: "refused"; problems: FieldProblem[] };

const API = "/_dev/edit/api";
export const pictureUrl = (name: string): string =>
  `${API}/pictures/${encodeURIComponent(name)}`;

export async function list(): Promise<DocumentList> {
  return (await expectOk(await fetch(`${API}/documents`))).json();
}

export async function read(id: string): Promise<Document> {
  return document(
    await expectOk(
      await fetch(`${API}/documents/${id}`, { cache: "no-store" }),
    ),
  );
}

export async function create(document: NewDocument): Promise<CreatedDocument> {
  return (
    await expectOk(await send("POST", `${API}/documents`, document))
  ).json();
}

export async function save(
  { id, tag }: Document,
  values: Record<Lang, EditedValues | null>,
): Promise<Saved> {
  const response = await send("PUT", `${API}/documents/${id}`, values, {
    "if-match": tag,
  });
  if (response.status === 412)
    return { kind: "overtaken", document: await document(response) };
  if (response.status === 422)
    return { kind: "refused", problems: await problems(response) };
  return { kind: "saved", document: await document(await expectOk(response)) };
}

function send(
  method: string,
  url: string,
  body: unknown,
  more?: Record<string, string>,
): Promise<Response> {
  const headers = { "content-type": "application/json", ...more };
  return fetch(url, { method, headers, body: JSON.stringify(body) });
}

async function document(response: Response): Promise<Document> {
  return {
    ...(await response.json()),
    tag: response.headers.get("etag") ?? "",
  };
}

async function problems(response: Response): Promise<FieldProblem[]> {
  const answer = (await response.json()) as Problems | Reason;
  return "problems" in answer
    ? answer.problems
    : [{ text: answer.message, lang: null, path: [] }];
}

/** Throws an error with the server's message unless the response is a success. */
async function expectOk(response: Response): Promise<Response> {
  if (response.ok) return response;
  const isJson = response.headers.get("content-type")?.includes("json");
  const texts = isJson
    ? (await problems(response)).map(({ text }) => text)
    : [await response.text()];
  throw new Error(texts.join("\n") || response.statusText);
}
