// Creates a page or a month as a draft in both languages.
import { useRef, useState, type FormEvent } from "react";
import { create } from "./api.ts";
import { type Ui, word } from "./words.ts";

interface NewDocumentProps {
  ui: Ui;
  kind: "page" | "month";
  created(id: string, note: string | null): void;
}

export function NewDocument({ ui, kind, created }: NewDocumentProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [problem, setProblem] = useState("");
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    try {
      const name = new FormData(event.currentTarget).get("name") as string;
      const { id, note } = await create({ kind, name });
      dialog.current!.close();
      created(id, note);
    } catch (error) {
      setProblem((error as Error).message);
    }
  };
  const reset = (): void => {
    setProblem("");
    dialog.current!.querySelector("form")!.reset();
  };
  const title = word(ui, kind === "page" ? "newPage" : "newMonth");
  return (
    <>
      <button type="button" onClick={() => dialog.current!.showModal()}>
        {title}
      </button>
      <dialog ref={dialog} aria-labelledby={`new-${kind}`} onClose={reset}>
        <form onSubmit={(event) => void submit(event)}>
          <h2 id={`new-${kind}`}>{title}</h2>
          <label htmlFor={`new-${kind}-name`}>
            {word(ui, kind === "page" ? "newPageName" : "newMonthName")}
          </label>
          <input
            id={`new-${kind}-name`}
            name="name"
            required
            autoComplete="off"
            aria-invalid={problem !== ""}
            aria-describedby={problem ? `new-${kind}-problem` : undefined}
          />
          {problem && (
            <p className="problem" id={`new-${kind}-problem`} role="alert">
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
