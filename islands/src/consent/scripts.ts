// Loading third-party scripts: by elements made here, never by the providers' inline snippets, which the
// Content-Security-Policy refuses. Each is loaded once per page view.
import { settings, type Purpose } from "./settings.ts";

type Queue = { (...words: unknown[]): void; q?: IArguments[] };

/** What has been loaded into this page; only a reload takes it out again. */
export const loaded = new Set<Purpose>();

/** The function that a provider's script finds when it arrives, with what it was told before. */
function queue(name: string): Queue {
  const global = window as unknown as Record<string, Queue>;
  return (global[name] ??= function wait() {
    (wait as Queue).q = [...((wait as Queue).q ?? []), arguments];
  });
}

/** Loads what serves a purpose. */
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
    queue("clarity")("consentv2", { ad_Storage: "denied", analytics_Storage: "granted" });
  if (provider === "hotjar") {
    queue("hj");
    Object.assign(window, { _hjSettings: { hjid: Number(id), hjsv: 6 } });
  }
  if (provider === "hubspot") script.id = "hs-script-loader";
  script.src = src;
  script.async = true;
  document.head.append(script);
}
