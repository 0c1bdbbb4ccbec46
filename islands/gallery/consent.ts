// The consent bar in each of its states, for the gallery. No request is made and no choice is stored.
import type { Purpose } from "../src/types.ts";
import { offer, question, type OpenOptions } from "../src/consent/bar.ts";
import type { Texts } from "../src/consent/texts.ts";
import { strings } from "./forms.ts";
import type { Lang } from "./sample.ts";

const PURPOSES: readonly Purpose[] = [
  "measurement",
  "heat_map",
  "customer_relations",
];
const ALLOWED = { measurement: true, customer_relations: true };

/** One state of the bar. */
export interface ConsentState {
  /** The value of `state` in the URL: `?state=consent-ask-es`. */
  name: string;
  lang: Lang;
  make(): HTMLElement;
}

/** The question; with all purposes or one; after the signal of the browser; with an earlier choice; and the reload. */
export const consentStates: ConsentState[] = (["es", "en"] as const).flatMap(
  (lang) => {
    const texts: Texts = {
      style: null,
      notice:
        lang === "es" ? "/aviso-de-privacidad" : "/en/aviso-de-privacidad",
      providers: {
        measurement: "Google Tag Manager",
        heat_map: "Microsoft Clarity",
        customer_relations: "HubSpot",
      },
      strings: strings[lang].consent,
    };
    const makeQuestion = (
      why: OpenOptions["why"],
      grants = {},
      bySignal = false,
      purposes = PURPOSES,
    ) => {
      const trackers = Object.fromEntries(
        purposes.map((purpose) => [
          purpose,
          { provider: "other" as const, id: "", src: "" },
        ]),
      );
      const [isAnswered, decide] = [() => false, () => false];
      return question(texts, {
        why,
        trackers,
        grants,
        bySignal,
        isAnswered,
        decide,
      });
    };
    const states: Record<string, () => HTMLElement> = {
      ask: () => makeQuestion("ask"),
      purposes: () => makeQuestion("change"),
      one: () => makeQuestion("change", {}, false, ["heat_map"]),
      signal: () => makeQuestion("change", {}, true),
      change: () => makeQuestion("change", ALLOWED),
      reload: () => offer(texts),
    };
    return Object.entries(states).map(([title, make]) => ({
      name: `consent-${title}-${lang}`,
      lang,
      make,
    }));
  },
);
