// A part of an island that a page fetches when a visitor first asks for it: dialogs and drawings
// that most visits never open need not weigh on every visit.
import { useState, type ComponentType } from "react";

/** The part once it is here, and the call that fetches it; a failed fetch rejects and may be retried. */
export function useLater<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): [ComponentType<Props> | null, () => Promise<void>] {
  const [part, setPart] = useState<ComponentType<Props> | null>(null);
  return [
    part,
    async () => {
      const { default: component } = await load();
      setPart(() => component);
    },
  ];
}
