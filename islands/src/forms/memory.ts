// What a form remembers in this tab: the draft, and under which key it was sent.
//
// The key makes one lead of a double click, a retry after a time-out and a resubmit with the back
// button: as long as the visitor says the same, the key is the same, also after a reload. So it
// outlives success; of the person only the draft says anything, and that goes with success.

/** The name and value of what a visitor typed or chose. */
export type Draft = Record<string, string>;

export interface Memory {
  draft?: Draft | undefined;
  key?: string | undefined;
  /** What `key` stands for: a hash of what was sent under it. */
  mark?: number | undefined;
}

/** What is remembered under `name`; nothing where the browser keeps nothing. */
export function recall(name: string): Memory {
  try {
    return (JSON.parse(sessionStorage.getItem(name)!) as Memory | null) ?? {};
  } catch {
    return {};
  }
}

/** Remembers; a browser that refuses costs the draft, never the lead. */
export function keep(name: string, memory: Memory): void {
  try {
    sessionStorage.setItem(name, JSON.stringify(memory));
  } catch {
    // Storage is full or switched off.
  }
}

/** Gives `memory` the key for sending `draft`: the last one if the visitor says the same again. */
export function keyFor(memory: Memory, draft: Draft): string {
  let mark = 0;
  for (const letter of JSON.stringify(draft)) mark = (Math.imul(mark, 31) + letter.codePointAt(0)!) | 0;
  if (!memory.key || memory.mark !== mark) {
    memory.key = uuid();
    memory.mark = mark;
  }
  return memory.key;
}

// `crypto.randomUUID` is missing where a page is not served by HTTPS; this is everywhere.
function uuid(): string {
  return "10000000-1000-4000-8000-100000000000".replace(/[018]/g, (digit) =>
    (Number(digit) ^ (crypto.getRandomValues(new Uint8Array(1))[0]! & (15 >> (Number(digit) / 4)))).toString(
      16,
    ),
  );
}
