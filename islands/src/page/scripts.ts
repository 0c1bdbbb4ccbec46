// When a script of this site fails to load, the page reloads (S5d), with the reload guard of the island loader.
import { reloadOnce } from "../loader/reload.ts";

/** Listens from now on, and checks once after loading whether the island loader failed before this script ran. */
export function watchScripts(): void {
  addEventListener(
    "error",
    ({ target }) => {
      if (
        target instanceof HTMLScriptElement &&
        target.src.startsWith(location.origin)
      )
        reloadOnce();
    },
    true,
  );
  addEventListener("load", () => {
    if (
      document.querySelector("site-island:not([state])") &&
      !customElements.get("site-island")
    )
      reloadOnce();
  });
}
