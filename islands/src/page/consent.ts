// The start of tracking with consent (S26), where `<meta name="site-consent">` names its script: fetched when the page
// is idle. Until then clicks and what islands tell are kept, so that none is lost. A site without third parties has
// none of this: the bundler leaves it out.
import { SITE_EVENT } from "../consent/site-event.ts";
import { whenIdle } from "./idle.ts";

/** Starts, on a page that names the script. */
export function startConsent(): void {
  const address = document.querySelector<HTMLMetaElement>('meta[name="site-consent"]')?.content;
  if (!address) return;
  const early: Event[] = [];
  // On the way down: what stops an event on its way up does not stop its being counted.
  for (const type of ["click", SITE_EVENT]) addEventListener(type, (event) => early.push(event), true);
  whenIdle(() => {
    import(address).then(
      ({ start }) => start(early),
      // No script, no third parties; and nothing is kept for nobody.
      () => (early.push = () => 0),
    );
  });
}
