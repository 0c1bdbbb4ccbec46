// A dialog of an island, whose code loads when it first opens.
import { useCallback, useState, type ComponentType } from "react";
import { useLazy } from "./use-lazy.ts";

/**
 * The component while the dialog is open, and what opens and closes it. Opening rejects if the code fails to load.
 *
 * @param load a function that stays the same
 */
export function useDialog<Props>(load: () => Promise<{ default: ComponentType<Props> }>) {
  const [Dialog, fetchDialog] = useLazy(load);
  const [key, setKey] = useState(0);
  const open = useCallback(() => fetchDialog().then(() => setKey((last) => last + 1)), [fetchDialog]);
  return {
    Dialog: key > 0 && Dialog,
    // Each opening is another element: the browser reports that a dialog closed only after it did, perhaps when it has
    // been opened again.
    key,
    open,
    onClose: () => setKey((current) => (current === key ? 0 : current)),
  };
}
