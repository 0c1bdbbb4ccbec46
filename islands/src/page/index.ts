// The page script: what every page does beyond HTML and CSS. Each behaviour stands in a file of its own and
// none is needed to read the page; one that throws does not stop the next.
import { watchHeader } from "./header.ts";
import { watchLoading } from "./loading.ts";
import { watchMenus } from "./menus.ts";
import { prefetchLinks } from "./prefetch.ts";
import { watchScripts } from "./scripts.ts";
import { storeTracking } from "./tracking.ts";
import { registerWorker } from "./worker.ts";
import { startConsent } from "./consent.ts";

const behaviours = [
  watchScripts,
  storeTracking,
  watchHeader,
  watchMenus,
  watchLoading,
  prefetchLinks,
  registerWorker,
];
if (TRACKED) behaviours.push(startConsent);
for (const start of behaviours) {
  try {
    start();
  } catch (error) {
    console.error(error);
  }
}
