// Creates a page or a month as a draft in both languages.
import { useRef, useState, type FormEvent } from "react";
import { create } from "./api.ts";
import { type Ui, word } from "./words.ts";

export function NewDocument({ ui, created }: { ui: Ui; created(id: string, note: string | null): void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const [kind, setKind] = useState<"page" | "month">("page");
  const [problem, setProblem] = useState("");
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    try {
      const { id, note } = await create({ kind, name: new FormData(form.current!).get("name") as string });
      dialog.current!.close();
      created(id, note);
    } catch (error) {
      setProblem((error as Error).message);
    }
  };
  const title = { page: word(ui, "newPage"), month: word(ui, "newMonth") };
  const opener = (kind: "page" | "month") => (
    <button
      type="button"
      onClick={() => {
        setKind(kind);
        setProblem("");
        form.current!.reset();
        dialog.current!.showModal();
      }}
    >
      {title[kind]}
    </button>
  );
  return (
    <>
      {opener("page")}
      {opener("month")}
      <dialog ref={dialog} aria-labelledby="new-title">
        <form ref={form} onSubmit={(event) => void submit(event)}>
          <h2 id="new-title">{title[kind]}</h2>
          <label htmlFor="new-name">{word(ui, kind === "page" ? "newPageName" : "newMonthName")}</label>
          <input
            id="new-name"
            name="name"
            required
            autoComplete="off"
            aria-invalid={problem !== ""}
            aria-describedby={problem ? "new-problem" : undefined}
          />
          {problem && (
            <p className="problem" id="new-problem" role="alert">
              {problem}
            </p>
          )}
          <div className="actions">
            <button type="submit">{word(ui, "create")}</button>
            <button type="button" onClick={() => dialog.current!.close()}>
              {word(ui, "cancel")}
            </button>
          </div>
        </form>
      </dialog>
    </>
  );
}
