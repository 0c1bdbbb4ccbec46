// The document that is open: what was typed, what is wrong with it, and its saves.
import { useEffect, useState } from "react";
import { read, save, type Lang } from "./api.ts";
import type { FieldProblem, Value } from "../types.ts";
import { changed, draftOf, joined, valuesOf, type Form } from "./form.ts";
import { isEqual, type Path } from "./tree.ts";
import type { Word } from "./words.ts";

/** @param saved runs after each save */
export function useDocument(saved: () => void) {
  const [opened, setOpened] = useState<Pick<
    Form,
    "document" | "draft" | "conflicts"
  > | null>(null);
  const [problems, setProblems] = useState<FieldProblem[]>([]);
  const [status, setStatus] = useState<Word | null>("loading");
  const isDirty =
    opened !== null && !isEqual(opened.draft, draftOf(opened.document));
  const fail = (error: unknown): void => {
    setStatus(null);
    setProblems([{ text: (error as Error).message, lang: null, path: [] }]);
  };

  useEffect(() => {
    if (!isDirty) return;
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, [isDirty]);

  return {
    opened,
    isDirty,
    problems,
    status,
    open: async (id: string): Promise<void> => {
      setProblems([]);
      try {
        const document = await read(id);
        setOpened({ document, draft: draftOf(document), conflicts: [] });
        setStatus(null);
      } catch (error) {
        setOpened(null);
        fail(error);
      }
    },
    change: (lang: Lang, path: Path, value: Value | undefined): void => {
      setStatus((status) => (status === "saving" ? status : null));
      setOpened((opened) => {
        if (!opened) return opened;
        return {
          ...opened,
          draft: changed(
            opened.draft,
            opened.document.fields,
            lang,
            path,
            value,
          ),
        };
      });
    },
    submit: async (): Promise<void> => {
      if (!opened || status === "saving") return;
      if (!isDirty) return setStatus("unchanged");
      setStatus("saving");
      const { document: base, draft: sent } = opened;
      try {
        const answer = await save(base, valuesOf(sent, base));
        setProblems(answer.kind === "refused" ? answer.problems : []);
        setStatus(answer.kind === "refused" ? null : answer.kind);
        if (answer.kind === "refused") return;
        const { kind, document } = answer;
        setOpened((now) => {
          if (now?.document.id !== base.id) return now;
          // What was typed while the request was under way stays, too.
          const before = kind === "saved" ? sent : draftOf(base);
          return { document, ...joined(before, now.draft, draftOf(document)) };
        });
        if (kind === "saved") saved();
      } catch (error) {
        fail(error);
      }
    },
  };
}
