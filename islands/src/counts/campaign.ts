// The campaign of a page view: from its address, or from that of the page of this site from which it was opened.

/** What the lead function accepts (functions/src/counts/event.rs): short, and not like an address or a telephone number. */
const CAMPAIGN = /^[\p{L}\p{N} ._+|:/,-]{1,60}$/u;
const NUMBER = /\p{N}{7}|(\p{N}[ ._+|:/,-]*){10}/u;

/** The campaign in the first of these addresses that has one; empty if there is none, or if it could name a person. */
export function campaignOf(address: string, referrer: string): string {
  const { origin } = new URL(address);
  const own = [address, referrer].filter((url) => url.startsWith(`${origin}/`));
  const named = own.map((url) => new URL(url).searchParams.get("utm_campaign")?.trim());
  const campaign = named.find(Boolean) ?? "";
  return CAMPAIGN.test(campaign) && !NUMBER.test(campaign) ? campaign : "";
}
