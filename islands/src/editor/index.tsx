// The editor of texts at `/_dev/edit` of the development server: chooses a document, shows its form and its page, and saves.
import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type KeyboardEvent,
  type SyntheticEvent,
} from "react";
import { createRoot } from "react-dom/client";
import { list, type Document, type Lang } from "./api.ts";
import type { DocumentList, ListedDocument } from "../types.ts";
import { Fields } from "./fields.tsx";
import { FormContext, groupId, idOf } from "./form.ts";
import { NewDocument } from "./new-document.tsx";
import type { Path } from "./tree.ts";
import { useDocument } from "./use-document.ts";
import { languageName, word, type Ui } from "./words.ts";

const firstLanguage = (): Ui =>
  (navigator.languages.find((name) => /^(es|en)\b/.test(name))?.slice(0, 2) as
    Ui | undefined) ?? "es";

const choose = (id: string): void => void (location.hash = id);

/** Focuses the control of a value, or the group that it is in. */
function show(path: Path, lang: Lang = ""): void {
  const place =
    document.getElementById(idOf(lang, path)) ??
    document.getElementById(groupId(path));
  if (!place)
    return path.length > 1 ? show(path.slice(0, -1), lang) : undefined;
  place.closest("details")?.setAttribute("open", "");
  place.focus({ preventScroll: true });
  place.scrollIntoView();
}

function Editor() {
  const [ui, setUi] = useState<Ui>(firstLanguage);
  const [{ documents, pictures }, setList] = useState<DocumentList>({
    documents: [],
    pictures: [],
  });
  /** What else has to be done for a new document. */
  const [note, setNote] = useState({ id: "", text: "" });
  const alert = useRef<HTMLElement>(null);
  const refresh = (): void => void list().then(setList);
  const state = useDocument(refresh);
  const { opened, problems, status } = state;
  const isOvertaken = status === "overtaken";
  const chosen = opened?.document.id ?? "";

  const follow = useEffectEvent(async (): Promise<void> => {
    // The address names a document, and a group in it: `#pages/inversionistas:data/faq`.
    const [name, group = ""] = decodeURIComponent(location.hash.slice(1)).split(
      ":",
    );
    const id = name || "pages/index";
    if (id !== chosen && state.isDirty && !confirm(word(ui, "discard"))) {
      choose(chosen);
      // The list shows the open document again.
      return setList((list) => ({ ...list }));
    }
    if (id !== chosen) await state.open(id);
    // Once the form is there.
    requestAnimationFrame(() => show(group.split("/")));
  });
  useEffect(() => {
    const onChange = (): void => void follow();
    void list().then(setList);
    onChange();
    addEventListener("hashchange", onChange);
    return () => removeEventListener("hashchange", onChange);
  }, []);
  useEffect(() => {
    document.documentElement.lang = ui;
    document.title = word(ui, "title");
  }, [ui]);
  useEffect(() => {
    if (problems.length > 0 || isOvertaken) alert.current?.focus();
  }, [problems, isOvertaken]);

  const created = (id: string, note: string | null): void => {
    refresh();
    setNote({ id, text: note ?? "" });
    choose(id);
  };
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    void state.submit();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "s" && (event.ctrlKey || event.metaKey)) submit(event);
  };
  const otherUi = ui === "es" ? "en" : "es";

  return (
    <div className="editor" onKeyDown={onKeyDown}>
      <header>
        <h1>{word(ui, "title")}</h1>
        <Choice ui={ui} documents={documents} chosen={chosen} />
        <NewDocument ui={ui} kind="page" created={created} />
        <NewDocument ui={ui} kind="month" created={created} />
        <button type="button" lang={otherUi} onClick={() => setUi(otherUi)}>
          {word(ui, "language")}
        </button>
      </header>
      <main>
        {opened && (
          <form onSubmit={submit}>
            <FormContext.Provider
              value={{
                ui,
                ...opened,
                problems,
                pictures,
                change: state.change,
              }}
            >
              <Fields key={chosen} />
            </FormContext.Provider>
            <div className="bar">
              <button type="submit">{word(ui, "save")}</button>
              <p role="status">
                {status && !isOvertaken
                  ? word(ui, status)
                  : note.id === chosen
                    ? note.text
                    : null}
              </p>
            </div>
          </form>
        )}
        {(problems.length > 0 || isOvertaken) && (
          <section className="notice" role="alert" tabIndex={-1} ref={alert}>
            <p>
              {word(
                ui,
                isOvertaken ? "overtaken" : opened ? "problems" : "failed",
              )}
            </p>
            <ul>
              {problems.map(({ text, lang, path }) => (
                <li key={text}>
                  <code>{text}</code>
                  {lang && path.length > 0 && (
                    <button type="button" onClick={() => show(path, lang)}>
                      {word(ui, "show")}
                    </button>
                  )}
                </li>
              ))}
            </ul>
          </section>
        )}
        {opened && <Preview ui={ui} document={opened.document} />}
      </main>
    </div>
  );
}

/** The kinds of documents, with which their ids begin. */
const KINDS = ["pages", "months", "strings"] as const;

function Choice({
  ui,
  documents,
  chosen,
}: {
  ui: Ui;
  documents: readonly ListedDocument[];
  chosen: string;
}) {
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
      <select
        id="document"
        value={chosen}
        onChange={(event) => choose(event.currentTarget.value)}
      >
        {!documents.some(({ id }) => id === chosen) && (
          <option value={chosen}>{chosen}</option>
        )}
        {KINDS.map((kind) => (
          <optgroup key={kind} label={word(ui, kind)}>
            {documents
              .filter(({ id }) => id.startsWith(`${kind}/`))
              .map((document) => option(document))}
          </optgroup>
        ))}
        <optgroup label={word(ui, "questions")}>
          {documents
            .filter(({ has_questions }) => has_questions)
            .map((document) => option(document, `${document.id}:data/faq`))}
        </optgroup>
      </select>
    </div>
  );
}

/** The page that shows the document, as the development server has it: it follows each save by itself. */
function Preview({ ui, document }: { ui: Ui; document: Document }) {
  // From this width on it is beside the form.
  const [isWide] = useState(() => matchMedia("(min-width: 1000px)").matches);
  const [lang, setLang] = useState<Lang>("");
  const written = Object.keys(document.languages).filter(
    (lang) => document.languages[lang],
  );
  const shown = written.includes(lang) ? lang : written[0]!;
  const url = document.languages[shown]!.url;
  return (
    <details className="preview" open={isWide}>
      <summary>{word(ui, "preview")}</summary>
      <div className="actions">
        {written.length > 1 &&
          written.map((lang) => (
            <button
              key={lang}
              type="button"
              aria-pressed={lang === shown}
              onClick={() => setLang(lang)}
            >
              {languageName(ui, lang)}
            </button>
          ))}
        <a href={url} target="_blank" rel="noopener">
          {url}
        </a>
      </div>
      <iframe
        key={url}
        src={url}
        title={`${word(ui, "preview")}: ${url}`}
        loading="lazy"
      />
    </details>
  );
}

createRoot(document.body.appendChild(document.createElement("div"))).render(
  <Editor />,
);
