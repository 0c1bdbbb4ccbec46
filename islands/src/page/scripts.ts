// Script-load errors of the page itself (S5d): a script of ours that does not arrive reloads the page, under the
// guard that the island loader shares.
import { reloadOnce } from "../loader/reload.ts";

/** Watches from now on, and looks back once for a loader that failed before this script ran. */
export function watchScripts(): void {
  addEventListener(
    "error",
    ({ target }) => {
      if (target instanceof HTMLScriptElement && target.src.startsWith(location.origin)) reloadOnce();
    },
    true,
  );
  addEventListener("load", () => {
    if (document.querySelector("site-island:not([state])") && !customElements.get("site-island"))
      reloadOnce();
  });
}
