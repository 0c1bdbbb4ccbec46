// Makes the HTML of one island alive: one hydration root per island. When the component throws, at the start
// or later, the HTML that the generator made is put back.
import type { ComponentType } from "react";
import { hydrateRoot } from "react-dom/client";
import { IslandRoot, type IslandProps } from "./island.tsx";

/** Hydrates `component` inside `element`; `onError` runs after the HTML is back. */
export function mount(
  element: Element,
  component: ComponentType<IslandProps>,
  props: IslandProps,
  onError: (error: unknown) => void,
): void {
  const html = element.innerHTML;
  const restore = (error: unknown) =>
    // The error may come in the middle of hydration: the tree can be taken down only after it.
    setTimeout(() => {
      root.unmount();
      element.innerHTML = html;
      onError(error);
    });
  const root = hydrateRoot(element, <IslandRoot component={component} props={props} onError={restore} />);
}
