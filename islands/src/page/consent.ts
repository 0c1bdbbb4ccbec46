// Loads the consent script (S26) when the page is idle; until then events are recorded. Only on sites with third parties.
import { SITE_EVENT } from "../consent/site-event.ts";
import { whenIdle } from "./idle.ts";

export function startConsent(): void {
  const address = document.querySelector<HTMLMetaElement>(
    'meta[name="site-consent"]',
  )?.content;
  if (!address) return;
  const early: Event[] = [];
  // In the capture phase, so that `stopPropagation` elsewhere does not prevent the recording.
  for (const type of ["click", SITE_EVENT])
    addEventListener(type, (event) => early.push(event), true);
  whenIdle(() => {
    import(address).then(
      ({ start }) => start(early),
      // Without the script no third party is loaded, and further events need not be recorded.
      () => (early.push = () => 0),
    );
  });
}
