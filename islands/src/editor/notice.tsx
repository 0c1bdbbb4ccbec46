// Why nothing was saved.
import type { RefObject } from "react";
import type { Lang, Problem } from "./api.ts";
import { idOf } from "./form.ts";
import { word } from "./words.ts";

interface NoticeProps {
  ui: Lang;
  problems: readonly Problem[];
  /** The file changed since it was opened. */
  isOvertaken: boolean;
  isOpen: boolean;
  place: RefObject<HTMLElement | null>;
}

export function Notice({ ui, problems, isOvertaken, isOpen, place }: NoticeProps) {
  if (problems.length === 0 && !isOvertaken) return null;
  const show = ({ lang, path }: Problem): void => {
    const control = lang && document.getElementById(idOf(lang, path));
    if (!control) return;
    for (let outer = control.closest("details"); outer; outer = outer.parentElement!.closest("details")) {
      outer.open = true;
    }
    control.focus();
  };
  return (
    <section className="notice" role="alert" tabIndex={-1} ref={place}>
      <p>{word(ui, isOvertaken ? "overtaken" : isOpen ? "problems" : "failed")}</p>
      <ul>
        {problems.map((problem) => (
          <li key={problem.text}>
            <code>{problem.text}</code>
            {problem.lang && problem.path.length > 0 && (
              <button type="button" onClick={() => show(problem)}>
                {word(ui, "show")}
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
