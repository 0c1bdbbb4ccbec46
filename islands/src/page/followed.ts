// What links get when they are followed: that of another language the query of the address, which has the filters of the
// inventory and the unit of a form; that of a WhatsApp chat the campaign and the broker that brought the visitor, after the
// reference of its text.
import { readTracking } from "./tracking.ts";

/** A campaign or a broker as a code of at most 24 characters; "" for what may be an e-mail address or a phone number. */
export const codeOf = (value = ""): string =>
  /@|(\d\W*){9}/.test(value)
    ? ""
    : value
        .replace(/[^\p{L}\d]+/gu, "-")
        .slice(0, 24)
        .toUpperCase();

/** The end of a WhatsApp text: ` · VERANO · Asesor: ANA`. */
function origin(): string {
  const { utm_campaign, asesor } = readTracking().values;
  const [campaign, broker] = [codeOf(utm_campaign), codeOf(asesor)];
  return (campaign && ` · ${campaign}`) + (broker && ` · ${document.body.dataset.broker}: ${broker}`);
}

/** Completes these links. */
export function completeLinks(): void {
  // In the capture phase, before anything reads the address of the link. Only links to other languages have a `lang`.
  const complete = ({ target }: Event) => {
    const link = (target as Element).closest?.("a");
    if (link?.lang) [link.search, link.hash] = [location.search, location.hash];
    if (link?.hostname === "wa.me") {
      const added = encodeURIComponent(origin());
      if (!link.href.endsWith(added)) link.href += added;
    }
  };
  for (const type of ["pointerdown", "click"]) addEventListener(type, complete, true);
}
