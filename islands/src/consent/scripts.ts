// The configured third parties. Script elements load them: the policy blocks the inline snippets of the providers.
import type { ConsentSettings, Purpose } from "../types.ts";

/** The settings of this site. Parsed from a string, because esbuild would make a file of its own for an object. */
export const settings = JSON.parse(CONSENT) as ConsentSettings;

export const purposes = Object.keys(settings.trackers) as Purpose[];

type Queue = { (...words: unknown[]): void; q?: IArguments[] };

/** The purposes whose scripts are loaded. They stay loaded until the page reloads. */
export const loaded = new Set<Purpose>();

/** The global function of a provider, which queues calls until the script has loaded. */
function queue(name: string): Queue {
  const global = window as unknown as Record<string, Queue>;
  return (global[name] ??= function wait() {
    // eslint-disable-next-line prefer-rest-params -- as in the snippets of the providers
    (wait as Queue).q = [...((wait as Queue).q ?? []), arguments];
  });
}

export function load(purpose: Purpose): void {
  if (loaded.has(purpose)) return;
  loaded.add(purpose);
  const { provider, id, src } = settings.trackers[purpose]!;
  const script = document.createElement("script");
  if (provider === "google")
    (window as unknown as { dataLayer: object[] }).dataLayer.push({
      "gtm.start": Date.now(),
      event: "gtm.js",
    });
  if (provider === "clarity")
    queue("clarity")("consentv2", {
      ad_Storage: "denied",
      analytics_Storage: "granted",
    });
  if (provider === "hotjar") {
    queue("hj");
    Object.assign(window, { _hjSettings: { hjid: Number(id), hjsv: 6 } });
  }
  if (provider === "hubspot") script.id = "hs-script-loader";
  script.src = src;
  script.async = true;
  document.head.append(script);
}
