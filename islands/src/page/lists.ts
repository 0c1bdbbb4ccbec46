// Loads the script of lists for visitors who saved units, or whom a broker's link brought: others need nothing of it.
import { SELECTION_KEY } from "../stores/selection.ts";
import { readStored } from "./storage.ts";
import { readTracking } from "./tracking.ts";

export function loadLists(): void {
  const load = () => {
    const address = document.body.dataset.lists;
    if (address && (readStored(SELECTION_KEY) || readTracking().values.asesor))
      void import(address);
  };
  addEventListener("pageshow", load);
  load();
}
