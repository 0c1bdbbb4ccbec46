// After a withdrawal: the cookies that the providers set on this site are removed, as far as a script may.
import type { Tracker } from "./settings.ts";

/** How the names of their cookies begin. */
const NAMES: Record<Tracker["provider"], RegExp> = {
  google: /^(_ga|_gid|_gat|_gcl|_dc_gtm)/,
  clarity: /^_cl(ck|sk)/,
  hotjar: /^_hj/,
  hubspot: /^(__hs|hubspotutk|messagesUtk)/,
  other: /^$/,
};

/** Removes those of a provider, on this host and on the domains above it. */
export function removeCookies(provider: Tracker["provider"]): void {
  const parts = location.hostname.split(".");
  const domains = ["", ...parts.map((_, index) => `; domain=${parts.slice(index).join(".")}`)];
  for (const cookie of document.cookie.split("; ")) {
    const name = cookie.split("=")[0]!;
    if (!NAMES[provider].test(name)) continue;
    for (const domain of domains) document.cookie = `${name}=; path=/; max-age=0${domain}`;
  }
}
