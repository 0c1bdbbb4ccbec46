// What a form stores in sessionStorage: the draft, and the idempotency key of the last post.
// While the values are equal, the key stays the same, also after a reload and after success: the lead function recognizes
// every further submit as the same lead. Only the draft contains personal data; it is deleted after success.

export type Draft = Record<string, string>;

export interface Memory {
  draft?: Draft | undefined;
  key?: string | undefined;
  /** A hash of the values that were sent with `key`. */
  draftHash?: number | undefined;
}

/** The key for sending `draft`, also set in `memory`: the last key if the values are equal, otherwise a new one. */
export function keyFor(memory: Memory, draft: Draft): string {
  let draftHash = 0;
  for (const letter of JSON.stringify(draft))
    draftHash = (Math.imul(draftHash, 31) + letter.codePointAt(0)!) | 0;
  if (!memory.key || memory.draftHash !== draftHash) {
    // `crypto.randomUUID` exists only on HTTPS pages.
    memory.key = crypto.getRandomValues(new Uint32Array(4)).join("-");
    memory.draftHash = draftHash;
  }
  return memory.key;
}
