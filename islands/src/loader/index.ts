// The loader: the custom element `<site-island name when props shared>`, which contains the prerendered HTML. It starts each
// island when its `when` says, in a task of its own. An island that cannot start keeps its HTML and does not affect others.
import type { FunctionComponent } from "react";
import type { IslandProps } from "../island.tsx";
import { islands, type IslandName } from "../registry.ts";
import { reloadOnce } from "./reload.ts";
import { checkedProps, loadSharedProps, loadWithRetry } from "./retry.ts";

/** Appends the message for an island that cannot start (S5f), from attributes, below the HTML, which still works. */
function showFallback(element: Element): void {
  const text = element.getAttribute("fallback");
  if (!text) return;
  const message = Object.assign(document.createElement("p"), {
    className: "island-fallback",
    role: "status",
  });
  const href = element.getAttribute("home") || "/";
  const textContent = element.getAttribute("home-label");
  message.append(
    `${text} `,
    Object.assign(document.createElement("a"), { href, textContent }),
  );
  element.append(message);
}

/** When an island may start, by the names that templates use; at once when the browser cannot observe it. */
const moments: Record<string, (start: () => void, element: Element) => void> = {
  load: (start) => start(),
  // Safari has no requestIdleCallback.
  idle: (start) =>
    "requestIdleCallback" in window
      ? requestIdleCallback(start, { timeout: PREFETCH_IDLE_TIMEOUT_MS })
      : start(),
  // Shortly before the island scrolls into view. Its children are observed, because it may have no box itself.
  visible(start, element) {
    if (!("IntersectionObserver" in window) || !element.firstElementChild)
      return start();
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        observer.disconnect();
        start();
      },
      { rootMargin: "200px" },
    );
    for (const child of element.children) observer.observe(child);
  },
};

class SiteIsland extends HTMLElement {
  connectedCallback(): void {
    if (this.getAttribute("state")) return;
    this.setAttribute("state", "waiting");
    const start = () =>
      setTimeout(() => this.start().catch((error) => this.fail(error)));
    (moments[this.getAttribute("when")!] || moments.load!)(start, this);
  }

  private async start(): Promise<void> {
    const name = this.getAttribute("name") as IslandName;
    if (!Object.hasOwn(islands, name)) throw Error("unknown island");
    const own = JSON.parse(this.getAttribute("props")!) as Partial<IslandProps>;
    let modules;
    try {
      // Prints hydration mismatches, which the production runtime does not detect.
      if (DEBUG) await import("preact/debug");
      modules = await Promise.all([
        loadWithRetry(islands[name]),
        loadWithRetry(() => import("../mount.tsx")),
        loadSharedProps(this),
      ]);
    } catch (error) {
      if (reloadOnce()) return;
      throw error;
    }
    const [island, { mount }, shared] = modules;
    const props = checkedProps({ ...shared, ...own });
    this.setAttribute("state", "ready");
    mount(
      this,
      island.default as FunctionComponent<IslandProps>,
      props,
      (error) => this.fail(error),
    );
  }

  private fail(error: unknown): void {
    const name = this.getAttribute("name");
    console.error(name, error);
    this.setAttribute("state", "failed");
    showFallback(this);
    this.dispatchEvent(
      new CustomEvent("site-island-error", {
        bubbles: true,
        detail: { name, error },
      }),
    );
  }
}

customElements.define("site-island", SiteIsland);
