// The consent bar in each state, as data for the gallery: nothing is asked for, and no choice is kept.
import type { Purpose } from "../consent/settings.ts";
import type { Texts } from "../consent/texts.ts";
import { offer, question } from "../consent/view.ts";
import { strings } from "./forms.ts";
import type { Lang } from "./sample.ts";

const PURPOSES: readonly Purpose[] = ["measurement", "heat_map", "customer_relations"];
const ALLOWED = { measurement: true, customer_relations: true };

export interface ConsentState {
  /** In the address: `?state=consent-ask-es`. */
  name: string;
  lang: Lang;
  make(): HTMLElement;
}

/** The question, with its purposes, after a signal of the browser, to change a choice, and the offer to reload. */
export const consentStates: ConsentState[] = (["es", "en"] as const).flatMap((lang) => {
  const texts: Texts = {
    style: null,
    notice: lang === "es" ? "/aviso-de-privacidad" : "/en/aviso-de-privacidad",
    providers: {
      measurement: "Google Tag Manager",
      heat_map: "Microsoft Clarity",
      customer_relations: "HubSpot",
    },
    strings: strings[lang].consent,
  };
  const asked = (expanded: boolean, grants = {}, bySignal = false, purposes = PURPOSES) => {
    const view = question(texts, purposes, { grants, bySignal });
    let shown = expanded;
    view.expand(shown);
    view.buttons.choose.onclick = () => view.expand((shown = !shown));
    return view.root;
  };
  const states: Record<string, () => HTMLElement> = {
    ask: () => asked(false),
    purposes: () => asked(true),
    one: () => asked(true, {}, false, ["heat_map"]),
    signal: () => asked(true, {}, true),
    change: () => asked(true, ALLOWED),
    reload: () => offer(texts).root,
  };
  return Object.entries(states).map(([title, make]) => ({ name: `consent-${title}-${lang}`, lang, make }));
});
