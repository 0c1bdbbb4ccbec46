// Why nothing was saved.
import type { RefObject } from "react";
import type { Lang } from "./api.ts";
import type { FieldProblem } from "../types.ts";
import { groupId, idOf } from "./form.ts";
import type { Path } from "./tree.ts";
import { type Ui, word } from "./words.ts";

interface NoticeProps {
  ui: Ui;
  problems: readonly FieldProblem[];
  /** The file changed since it was opened. */
  isOvertaken: boolean;
  isOpen: boolean;
  place: RefObject<HTMLElement | null>;
}

export function Notice({ ui, problems, isOvertaken, isOpen, place }: NoticeProps) {
  if (problems.length === 0 && !isOvertaken) return null;
  return (
    <section className="notice" role="alert" tabIndex={-1} ref={place}>
      <p>{word(ui, isOvertaken ? "overtaken" : isOpen ? "problems" : "failed")}</p>
      <ul>
        {problems.map((problem) => (
          <li key={problem.text}>
            <code>{problem.text}</code>
            {problem.lang && problem.path.length > 0 && (
              <button type="button" onClick={() => show(problem.lang!, problem.path)}>
                {word(ui, "show")}
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Focuses the control of a value, or the group that it is in. */
function show(lang: Lang, path: Path): void {
  const place = document.getElementById(idOf(lang, path)) ?? document.getElementById(groupId(path));
  if (!place) {
    if (path.length > 1) show(lang, path.slice(0, -1));
    return;
  }
  const details = place.closest("details");
  if (details) details.open = true;
  place.focus();
}
