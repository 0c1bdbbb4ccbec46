// Lazily loaded parts of an island: dialogs and drawings that most visitors never open are loaded when first needed.
import { useCallback, useState, type ComponentType } from "react";

/** The part while it is open, and what opens and closes it. Opening rejects if `load`, which stays the same, fails. */
export function useLazy<Props>(load: () => Promise<ComponentType<Props>>) {
  const [part, setPart] = useState<ComponentType<Props> | null>(null);
  const [key, setKey] = useState(0);
  const open = useCallback(async () => {
    const component = await load();
    setPart(() => component);
    setKey((last) => last + 1);
  }, [load]);
  return {
    Part: key > 0 && part,
    // Each opening is another element: a browser may report that a dialog closed after it has been opened again.
    key,
    open,
    onClose: () => setKey((current) => (current === key ? 0 : current)),
  };
}
