// The choice of a document.
import type { ListedDocument } from "../types.ts";
import { type Ui, word } from "./words.ts";

/** The kinds of documents, with which their ids begin. */
const KINDS = ["pages", "months", "strings"] as const;

/** Behind the id of a document: the group with its questions. */
const QUESTIONS = ":data/faq";

interface ChoiceProps {
  ui: Ui;
  documents: readonly ListedDocument[];
  chosen: string;
  choose(id: string): void;
}

export function Choice({ ui, documents, chosen, choose }: ChoiceProps) {
  const name = ({ id, title, is_draft }: ListedDocument): string =>
    `${title[ui] ?? Object.values(title)[0]} (${id.split("/").slice(1).join("/")})${is_draft ? ` – ${word(ui, "draft")}` : ""}`;
  const option = (document: ListedDocument, id = document.id) => (
    <option key={id} value={id}>
      {name(document)}
    </option>
  );
  return (
    <div className="choice">
      <label htmlFor="document">{word(ui, "document")}</label>
      <select id="document" value={chosen} onChange={(event) => choose(event.currentTarget.value)}>
        {!documents.some(({ id }) => id === chosen) && <option value={chosen}>{chosen}</option>}
        {KINDS.map((kind) => (
          <optgroup key={kind} label={word(ui, kind)}>
            {documents.filter(({ id }) => id.startsWith(`${kind}/`)).map((document) => option(document))}
          </optgroup>
        ))}
        <optgroup label={word(ui, "questions")}>
          {documents
            .filter(({ has_questions }) => has_questions)
            .map((document) => option(document, `${document.id}${QUESTIONS}`))}
        </optgroup>
      </select>
    </div>
  );
}
