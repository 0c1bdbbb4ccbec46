// The page script, which every page loads. None of its behaviours is needed to read the page.
// In this order the script compresses best: alphabetically it has 25 bytes more.
import { whenShown } from "./idle.ts";
import { registerWorker } from "./worker.ts";
import { prefetchLinks } from "./prefetch.ts";
import { watchHeader } from "./header.ts";
import { watchMenus } from "./menus.ts";
import { startConsent } from "./consent.ts";
import { watchLoading } from "./loading.ts";
import { watchScripts } from "./scripts.ts";
import { storeTracking } from "./tracking.ts";
import { loadLists } from "./lists.ts";
import { watchDock } from "./dock.ts";
import { completeLinks } from "./followed.ts";

const behaviours = [
  storeTracking,
  watchHeader,
  loadLists,
  watchDock,
  watchMenus,
  completeLinks,
  watchLoading,
  prefetchLinks,
  registerWorker,
];
if (TRACKED) behaviours.push(startConsent);
watchScripts();
// A page that a browser renders before it is opened stores and counts nothing until then.
whenShown(() => {
  for (const start of behaviours) {
    try {
      start();
    } catch (error) {
      console.error(error);
    }
  }
});
