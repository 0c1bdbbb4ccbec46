// Lazily loaded parts of an island: dialogs and drawings that most visitors never open are loaded when first needed.
import { useCallback, useState, type ComponentType } from "react";

/**
 * The component (null until loaded), and a function that loads it. A failed load rejects and may be retried.
 *
 * @param load a function that stays the same
 */
export function useLazy<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): [ComponentType<Props> | null, () => Promise<void>] {
  const [part, setPart] = useState<ComponentType<Props> | null>(null);
  const fetchPart = useCallback(async () => {
    const { default: component } = await load();
    setPart(() => component);
  }, [load]);
  return [part, fetchPart];
}
