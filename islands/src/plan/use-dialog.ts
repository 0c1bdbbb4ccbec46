// A dialog of an island, whose code loads when it first opens.
import { useCallback, useState, type ComponentType } from "react";
import { useLazy } from "./use-lazy.ts";

/** What opens and closes a dialog, and the component while it is open. */
export interface LazyDialog<Props> {
  Dialog: ComponentType<Props> | false | null;
  /** Each opening is another element: the browser reports that a dialog closed only after it did, perhaps when it has
   * been opened again. */
  key: number;
  /** Rejects if the code fails to load. */
  open(): Promise<void>;
  onClose(): void;
}

/** @param load a function that stays the same */
export function useDialog<Props>(load: () => Promise<{ default: ComponentType<Props> }>): LazyDialog<Props> {
  const [Dialog, fetchDialog] = useLazy(load);
  const [key, setKey] = useState(0);
  const open = useCallback(() => fetchDialog().then(() => setKey((last) => last + 1)), [fetchDialog]);
  return {
    Dialog: key > 0 && Dialog,
    key,
    open,
    onClose: () => setKey((current) => (current === key ? 0 : current)),
  };
}
