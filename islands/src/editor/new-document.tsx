// Creates a page or a month as a draft in both languages.
import { useRef, useState, type FormEvent } from "react";
import { create } from "./api.ts";
import { type Ui, word } from "./words.ts";

export function NewDocument({ ui, created }: { ui: Ui; created(id: string, note: string | null): void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [kind, setKind] = useState<"page" | "month">("page");
  const [problem, setProblem] = useState("");
  const [name, setName] = useState("");
  const open = (kind: "page" | "month"): void => {
    setKind(kind);
    setName("");
    setProblem("");
    dialog.current!.showModal();
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    try {
      const { id, note } = await create({ kind, name });
      dialog.current!.close();
      created(id, note);
    } catch (error) {
      setProblem((error as Error).message);
    }
  };
  return (
    <>
      <button type="button" onClick={() => open("page")}>
        {word(ui, "newPage")}
      </button>
      <button type="button" onClick={() => open("month")}>
        {word(ui, "newMonth")}
      </button>
      <dialog ref={dialog} aria-labelledby="new-title">
        <form onSubmit={(event) => void submit(event)}>
          <h2 id="new-title">{word(ui, kind === "page" ? "newPage" : "newMonth")}</h2>
          <label htmlFor="new-name">{word(ui, kind === "page" ? "newPageName" : "newMonthName")}</label>
          <input
            id="new-name"
            required
            autoComplete="off"
            value={name}
            aria-invalid={problem !== ""}
            aria-describedby={problem ? "new-problem" : undefined}
            onChange={(event) => setName(event.currentTarget.value)}
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
