// Lazily loaded parts of an island: dialogs and drawings that most visitors never open are loaded when first needed.
import { useCallback, useState, type ComponentType } from "react";

/**
 * The component (null until loaded), and a function that loads it. A failed load rejects and may be retried.
 *
 * @param load a function that stays the same
 */
export function useLazy<Props>(
  load: () => Promise<ComponentType<Props>>,
): [ComponentType<Props> | null, () => Promise<void>] {
  const [part, setPart] = useState<ComponentType<Props> | null>(null);
  return [part, useCallback(() => load().then((component) => setPart(() => component)), [load])];
}

/**
 * The component while the dialog is open, and what opens and closes it. Opening rejects if the code fails to load.
 *
 * @param load a function that stays the same
 */
export function useDialog<Props>(load: () => Promise<ComponentType<Props>>) {
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
