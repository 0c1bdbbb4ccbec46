// What the bar says: one small file per language (generator/src/render/consent_files.rs), fetched only to ask.
import type { Purpose } from "./settings.ts";

/** The group `consent` of the strings. */
export interface Strings {
  title: string;
  body: string;
  more: string;
  signal: string;
  purposes_label: string;
  /** What a purpose is for; `{{provider}}` is the name of the service. */
  purposes: Record<Purpose, { name: string; text: string }>;
  accept: string;
  reject: string;
  choose: string;
  save: string;
  asked: string;
  saved: string;
  reload: string;
  reload_action: string;
  reload_later: string;
}

export interface Texts {
  /** Address of the bar's style sheet. */
  style: string | null;
  /** Address of the privacy notice. */
  notice: string;
  /** The service that serves each configured purpose. */
  providers: Partial<Record<Purpose, string>>;
  strings: Strings;
}

let texts: Promise<Texts> | undefined;

/** The texts of the page's language, with the bar's style sheet in place. */
export function fetchTexts(): Promise<Texts> {
  return (texts ??= ready().catch((error) => {
    texts = undefined;
    throw error;
  }));
}

async function ready(): Promise<Texts> {
  const answer = await fetch(`/data/consent-${document.documentElement.lang.slice(0, 2)}.json`);
  if (!answer.ok) throw Error(`consent texts: ${answer.status}`);
  const made = (await answer.json()) as Texts;
  if (made.style) await styled(made.style);
  return made;
}

/** Waits for the style sheet: an unstyled bar would push the page down. */
function styled(href: string): Promise<void> {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = href;
  return new Promise((done, fail) => {
    link.onload = () => done();
    link.onerror = () => fail(Error(href));
    document.head.append(link);
  });
}
