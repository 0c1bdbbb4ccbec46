// Hydrates the HTML of one island as a root of its own; when the component throws, the HTML is restored.
import type { ComponentType } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { IslandRoot, type IslandProps } from "./island.tsx";
import { rememberTyped } from "./typed.ts";

/**
 * Hydrates `component` inside `element`, or renders it anew where an extension or a translation has changed the HTML: there
 * hydration would take one field for another. What was typed stays. `onError` is called after the HTML is restored.
 */
export function mount(
  element: Element,
  component: ComponentType<IslandProps>,
  props: IslandProps,
  onError: (error: unknown) => void,
): void {
  const content = new Range();
  content.selectNodeContents(element);
  // Nodes and not their HTML, which the policy's Trusted Types would refuse.
  const html = content.cloneContents();
  const restoreTyped = rememberTyped(element);
  let hasFailed = false;
  const restore = (error: unknown) => {
    hasFailed = true;
    // The error may occur during hydration, and the tree can be unmounted only after that.
    setTimeout(() => {
      root.unmount();
      element.replaceChildren(html);
      restoreTyped();
      onError(error);
    });
  };
  const island = (
    <IslandRoot component={component} props={props} onError={restore} />
  );
  // Preact hydrates and renders at once. Hydration of unchanged HTML adds and removes nothing.
  const changes = new MutationObserver(() => {});
  changes.observe(element, { childList: true, subtree: true });
  let root = hydrateRoot(element, island);
  if (!hasFailed && changes.takeRecords().length) {
    root.unmount();
    element.replaceChildren();
    root = createRoot(element);
    root.render(island);
  }
  changes.disconnect();
  restoreTyped();
}
