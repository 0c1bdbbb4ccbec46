// Identities of the items of a list.
import { useRef, useState } from "react";

/** Identities that stay with their items: what a control is must not pass to another item. */
export function useItemIds(length: number) {
  const count = useRef(0);
  const next = (): number => (count.current += 1);
  const [known, set] = useState(() => Array.from({ length }, next));
  // The changes of somebody else may have another number of items.
  const all = known.length === length ? known : Array.from({ length }, (_, index) => known[index] ?? next());
  if (all !== known) set(all);
  return { all, set, next };
}
