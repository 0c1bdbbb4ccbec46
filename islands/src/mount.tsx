// Hydrates the HTML of one island as a root of its own; when the component throws, the HTML is restored.
import type { ComponentType } from "react";
import { hydrateRoot } from "react-dom/client";
import { IslandRoot, type IslandProps } from "./island.tsx";

/** Hydrates `component` inside `element`. `onError` is called after the HTML is restored. */
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
  const restore = (error: unknown) =>
    // The error may occur during hydration, and the tree can be unmounted only after that.
    setTimeout(() => {
      root.unmount();
      element.replaceChildren(html);
      onError(error);
    });
  const root = hydrateRoot(
    element,
    <IslandRoot component={component} props={props} onError={restore} />,
  );
}
