// The page that shows the document, as the development server has it: it follows each save by itself.
import { useState } from "react";
import { type Document, type Lang } from "./api.ts";
import { languageName, type Ui, word } from "./words.ts";

/** From this width on the preview is beside the form. */
const WIDE = "(min-width: 1000px)";

export function Preview({ ui, document }: { ui: Ui; document: Document }) {
  const [isShown, setShown] = useState(() => matchMedia(WIDE).matches);
  const [lang, setLang] = useState<Lang>("");
  const written = Object.keys(document.languages).filter((lang) => document.languages[lang]);
  const shown = written.includes(lang) ? lang : written[0]!;
  const url = document.languages[shown]!.url;
  return (
    <section className="preview" aria-label={word(ui, "preview")}>
      <div className="actions">
        <button type="button" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          {word(ui, isShown ? "hidePreview" : "showPreview")}
        </button>
        {isShown &&
          written.length > 1 &&
          written.map((lang) => (
            <button key={lang} type="button" aria-pressed={lang === shown} onClick={() => setLang(lang)}>
              {languageName(ui, lang)}
            </button>
          ))}
        <a href={url} target="_blank" rel="noopener">
          {url}
        </a>
      </div>
      {isShown && <iframe key={url} src={url} title={`${word(ui, "preview")}: ${url}`} />}
    </section>
  );
}
