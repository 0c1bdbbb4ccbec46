// Renders an island as the site does: the server's HTML first, then the same component on it.
import { render, type RenderResult } from "@testing-library/react";
import { createElement, type ComponentType } from "react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { IslandRoot, type IslandProps } from "../../src/island.tsx";

export function islandElement(component: ComponentType<any>, props: IslandProps) {
  return createElement(IslandRoot, { component, props });
}

export function htmlOf(component: ComponentType<any>, props: IslandProps): string {
  return renderToString(islandElement(component, props));
}

export function showIsland(component: ComponentType<any>, props: IslandProps): RenderResult {
  return render(islandElement(component, props));
}

/** Puts the server's HTML on the page and brings it alive; answers the element that holds it. */
export function hydrateIsland(component: ComponentType<any>, props: IslandProps): HTMLElement {
  const host = document.body.appendChild(document.createElement("div"));
  host.innerHTML = htmlOf(component, props);
  hydrateRoot(host, islandElement(component, props));
  return host;
}
