// The editor: chooses a document, shows its form and its page, and saves.
import { useEffect, useRef, useState } from "react";
import { list, read, save, type Document, type Lang, type Listed, type Problem } from "./api.ts";
import { Choice } from "./choice.tsx";
import { Fields } from "./fields.tsx";
import { changed, draftOf, FormContext, groupId, joined, type Conflict, type Draft } from "./form.ts";
import { NewDocument } from "./new-document.tsx";
import { Notice } from "./notice.tsx";
import { Preview } from "./preview.tsx";
import { isEqual, type Path, type Value } from "./tree.ts";
import { word, type Word } from "./words.ts";

/** What the address names when it names nothing. */
const FIRST = "pages/index";

interface Opened {
  document: Document;
  draft: Draft;
  conflicts: Conflict[];
}

/** The document that the address names, and a group in it: `#pages/inversionistas:data/faq`. */
const named = (): [id: string, group: string] => {
  const [id, group] = decodeURIComponent(location.hash.slice(1)).split(":");
  return [id || FIRST, group ?? ""];
};

function show(id: string): void {
  const group = document.getElementById(id);
  group?.focus({ preventScroll: true });
  group?.scrollIntoView();
}

const firstLanguage = (): Lang => {
  const [first] = navigator.languages.filter((name) => /^(es|en)\b/.test(name));
  return first?.startsWith("en") ? "en" : "es";
};

export function Editor() {
  const [ui, setUi] = useState<Lang>(firstLanguage);
  const [documents, setDocuments] = useState<Listed[]>([]);
  const [pictures, setPictures] = useState<string[]>([]);
  const [opened, setOpened] = useState<Opened | null>(null);
  const [problems, setProblems] = useState<Problem[]>([]);
  const [status, setStatus] = useState<Word | null>("loading");
  const [note, setNote] = useState("");
  const alert = useRef<HTMLElement>(null);
  const isDirty = opened !== null && !isEqual(opened.draft, draftOf(opened.document));

  const open = async (): Promise<void> => {
    const [id, group] = named();
    setProblems([]);
    try {
      const document = await read(id);
      setOpened({ document, draft: draftOf(document), conflicts: [] });
      setStatus(null);
      // After the form is there.
      if (group) requestAnimationFrame(() => show(groupId(group.split("/"))));
    } catch (error) {
      setOpened(null);
      setStatus(null);
      setProblems([{ text: (error as Error).message, lang: null, path: [] }]);
    }
  };
  const refresh = async (): Promise<void> => {
    const found = await list();
    setDocuments(found.documents);
    setPictures(found.pictures);
  };
  useEffect(() => {
    void refresh();
    void open();
    addEventListener("hashchange", open);
    return () => removeEventListener("hashchange", open);
  }, []);
  useEffect(() => {
    document.documentElement.lang = ui;
    document.title = word(ui, "title");
  }, [ui]);
  useEffect(() => {
    if (!isDirty) return;
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, [isDirty]);
  useEffect(() => {
    if (problems.length > 0 || (opened?.conflicts.length ?? 0) > 0) alert.current?.focus();
  }, [problems, opened?.conflicts]);

  const choose = (id: string): void => {
    if (isDirty && !confirm(word(ui, "discard"))) return;
    setNote("");
    location.hash = id;
  };
  const change = (lang: Lang, path: Path, value: Value | undefined): void => {
    setStatus(null);
    setOpened((opened) => {
      if (!opened) return opened;
      const draft = changed(opened.draft, opened.document.fields, lang, path, value);
      return { ...opened, draft };
    });
  };
  const submit = async (): Promise<void> => {
    if (!opened || status === "saving") return;
    if (!isDirty) return setStatus("unchanged");
    setStatus("saving");
    try {
      const saved = await save(opened.document, opened.draft);
      setProblems(saved.kind === "refused" ? saved.problems : []);
      setStatus(saved.kind === "refused" ? null : saved.kind);
      if (saved.kind === "saved") {
        setOpened({ document: saved.document, draft: draftOf(saved.document), conflicts: [] });
        await refresh();
      } else if (saved.kind === "overtaken") {
        const { document } = saved;
        setOpened({ document, ...joined(opened.document, opened.draft, document) });
      }
    } catch (error) {
      setStatus(null);
      setProblems([{ text: (error as Error).message, lang: null, path: [] }]);
    }
  };
  const onKeyDown = (event: {
    key: string;
    ctrlKey: boolean;
    metaKey: boolean;
    preventDefault(): void;
  }): void => {
    if (event.key === "s" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      void submit();
    }
  };

  return (
    <div className="editor" onKeyDown={onKeyDown}>
      <header>
        <h1>{word(ui, "title")}</h1>
        <Choice ui={ui} documents={documents} chosen={opened?.document.id ?? ""} choose={choose} />
        <NewDocument
          ui={ui}
          created={(id, note) => {
            void refresh();
            choose(id);
            setNote(note ?? "");
          }}
        />
        <button
          type="button"
          lang={ui === "es" ? "en" : "es"}
          onClick={() => setUi(ui === "es" ? "en" : "es")}
        >
          {word(ui, "language")}
        </button>
      </header>
      <main>
        {opened && (
          <form
            onSubmit={(event) => {
              event.preventDefault();
              void submit();
            }}
          >
            <FormContext.Provider value={{ ui, ...opened, problems, pictures, change }}>
              <Fields key={opened.document.id} />
            </FormContext.Provider>
            <div className="bar">
              <button type="submit">{word(ui, "save")}</button>
              <p role="status">{status && status !== "overtaken" ? word(ui, status) : note}</p>
            </div>
          </form>
        )}
        <Notice
          ui={ui}
          problems={problems}
          isOvertaken={status === "overtaken"}
          isOpen={opened !== null}
          place={alert}
        />
        {opened && <Preview ui={ui} document={opened.document} />}
      </main>
    </div>
  );
}
