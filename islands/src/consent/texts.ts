// The texts of the bar: one small file per language, made by the generator and fetched only when the bar is shown.
import type strings from "../../../content/es/strings.json";
import type { ConsentTexts } from "../types.ts";

/** The file of one language. In the explanation of a purpose `{{provider}}` is the name of the service. */
export interface Texts extends ConsentTexts {
  strings: typeof strings.consent;
}

let texts: Promise<Texts> | undefined;

/** The texts in the language of the page, after the style sheet of the bar has loaded. */
export function fetchTexts(): Promise<Texts> {
  texts ??= load();
  texts.catch(() => (texts = undefined));
  return texts;
}

async function load(): Promise<Texts> {
  const answer = await fetch(
    `/data/consent-${document.documentElement.lang.slice(0, 2)}.json`,
  );
  if (!answer.ok) throw Error(`consent texts: ${answer.status}`);
  const made = (await answer.json()) as Texts;
  if (made.style) await loadStyles(made.style);
  return made;
}

/** Waits for the style sheet, because a bar without styles would move the page. */
function loadStyles(href: string): Promise<void> {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = href;
  return new Promise((done, fail) => {
    link.onload = () => done();
    link.onerror = () => fail(Error(href));
    document.head.append(link);
  });
}
