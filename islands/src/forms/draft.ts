// The draft of a form in sessionStorage: what was typed until it is sent, and the key of the last post.
import { readStored, storeValue } from "../page/storage.ts";
import { textOf } from "./text-of.ts";

/** The values of a form by the names of its fields. */
export type Values = Record<string, string>;

/** What is stored. Whoever reads it checks the types: extensions change it, too. */
interface Stored {
  draft?: Readonly<Record<string, unknown>> | undefined;
  /** Equal values keep the key, by which the lead function knows the same lead again. */
  key?: unknown;
  /** A hash of the values that were sent with `key`. */
  draftHash?: unknown;
}

/** Characters of a restored value: more than any field may have. */
const VALUE_LIMIT = 9_999;

/** A hash of values, which need not be stored a second time. */
function hashOf(values: Values): number {
  let hash = 0;
  for (const letter of JSON.stringify(values))
    hash = (Math.imul(hash, 31) + letter.codePointAt(0)!) | 0;
  return hash;
}

/** What a form stores under a name. Nothing is read or written before a method is called. */
export class StoredDraft {
  private stored: Stored = {};

  constructor(private readonly name: string) {}

  /** Fills the empty fields of a form, and returns the unit of the draft or "". */
  restore(form: HTMLFormElement): string {
    this.stored = Object(readStored(this.name, "sessionStorage")) as Stored;
    const draft = Object(this.stored.draft) as Record<string, unknown>;
    for (const control of form.elements as Iterable<HTMLInputElement>) {
      const saved = textOf(draft[control.name], VALUE_LIMIT);
      if (!saved || control.type === "hidden") continue;
      if (/radio|checkbox/.test(control.type))
        control.checked = control.value === saved;
      else control.value ||= saved;
    }
    return textOf(draft.unit, VALUE_LIMIT);
  }

  /** Stores what was typed. */
  save(draft: Values): void {
    this.store({ ...this.stored, draft });
  }

  /** The key for sending a draft: the last one if the values are equal, otherwise a new one. Stores both. */
  keyFor(draft: Values): string {
    const draftHash = hashOf(draft);
    const { draftHash: lastHash } = this.stored;
    const key = textOf(this.stored.key, 99);
    // `crypto.randomUUID` exists only on HTTPS pages.
    const next =
      lastHash === draftHash && /^[\w-]+$/.test(key)
        ? key
        : crypto.getRandomValues(new Uint32Array(4)).join("-");
    this.store({ draft, key: next, draftHash });
    return next;
  }

  /** Forgets the unit that the visitor has removed. */
  removeUnit(): void {
    const { draft } = this.stored;
    if (draft) this.save({ ...draft, unit: "" });
  }

  /** Forgets the draft of a lead that was accepted, or the key. */
  discard(part: "draft" | "key"): void {
    this.store({ ...this.stored, [part]: undefined });
  }

  private store(stored: Stored): void {
    this.stored = stored;
    storeValue(this.name, stored, "sessionStorage");
  }
}
