// The broker whose link brought the visitor, in messages to the seller.
import { codeOf } from "../page/followed.ts";
import { readTracking } from "../page/tracking.ts";

/** Adds the broker to the text of each link to WhatsApp that is followed. */
export function nameBroker(): void {
  const complete = ({ target }: Event): void => {
    const broker = codeOf(readTracking().values.asesor);
    const link = (target as Element).closest?.("a");
    // ` · Asesor: ANA`
    const added = encodeURIComponent(
      ` · ${document.body.dataset.broker}: ${broker}`,
    );
    if (broker && link?.hostname === "wa.me" && !link.href.includes(added))
      link.href += added;
  };
  for (const type of ["pointerdown", "click"])
    addEventListener(type, complete, true);
}
