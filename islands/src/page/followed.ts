// What followed links get: of another language the query of the address, of WhatsApp the campaign.
import { cut } from "./cut.ts";
import { readTracking } from "./tracking.ts";

/** A campaign or a broker as a code of at most 24 characters; "" for what may be an e-mail address. */
export const codeOf = (value = ""): string =>
  /@/.test(value)
    ? ""
    : cut(String(value).replace(/[^\p{L}\d]+/gu, "-"), 24).toUpperCase();

/** Completes these links. */
export function completeLinks(): void {
  const campaign = codeOf(readTracking().values.utm_campaign);
  // ` · VERANO`
  const added = campaign && encodeURIComponent(` · ${campaign}`);
  // In the capture phase, before anything reads the address of the link. Only links to other languages have a `lang`.
  const complete = ({ target }: Event) => {
    const link = (target as Element).closest?.("a");
    if (link?.lang) [link.search, link.hash] = [location.search, location.hash];
    if (link?.hostname === "wa.me" && !link.href.includes(added))
      link.href += added;
  };
  for (const type of ["pointerdown", "click"])
    addEventListener(type, complete, true);
}
