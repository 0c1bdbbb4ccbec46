// Identities of the items of a list.
import { useState } from "react";

interface ItemIds {
  all: readonly number[];
  /** The identity that was given last. */
  last: number;
}

/** Identities of so many items. */
function resized({ all, last }: ItemIds, length: number): ItemIds {
  const added = Array.from({ length: Math.max(length - all.length, 0) }, (_, index) => last + 1 + index);
  return { all: [...all.slice(0, length), ...added], last: last + added.length };
}

/** Identities that stay with their items: what a control is must not pass to another item. */
export function useItemIds(length: number) {
  const [known, set] = useState(() => resized({ all: [], last: 0 }, length));
  // The changes of somebody else may have another number of items.
  const ids = known.all.length === length ? known : resized(known, length);
  if (ids !== known) set(ids);
  return {
    all: ids.all,
    set: (all: readonly number[]) => set({ ...ids, all }),
    add: () => set(resized(ids, length + 1)),
  };
}
