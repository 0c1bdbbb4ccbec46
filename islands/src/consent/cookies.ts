// Removes cookies that the third parties set on this site, as far as a script can, when consent is withdrawn.
import type { Tracker } from "./settings.ts";

/** The beginning of the names of their cookies. */
const NAMES: Record<Tracker["provider"], RegExp> = {
  google: /^(_ga|_gid|_gat|_gcl|_dc_gtm)/,
  clarity: /^_cl(ck|sk)/,
  hotjar: /^_hj/,
  hubspot: /^(__hs|hubspotutk|messagesUtk)/,
  other: /^$/,
};

/** Removes the cookies of a provider on this host and its parent domains. */
export function removeCookies(provider: Tracker["provider"]): void {
  const parts = location.hostname.split(".");
  const domains = ["", ...parts.map((_, index) => `; domain=${parts.slice(index).join(".")}`)];
  for (const cookie of document.cookie.split("; ")) {
    const name = cookie.split("=")[0]!;
    if (!NAMES[provider].test(name)) continue;
    for (const domain of domains) document.cookie = `${name}=; path=/; max-age=0${domain}`;
  }
}
