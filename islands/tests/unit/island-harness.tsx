// Renders an island as the site does: prerendered HTML, then the same component in the browser.
import { render, type RenderResult } from "@testing-library/react";
import { createElement, type ComponentType } from "react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import type { Lang } from "../../gallery/sample.ts";
import { IslandRoot, type IslandProps } from "../../src/island.tsx";

/** The languages of the tests, which differ in texts alone: the first tier has one of them, the second the other, and both on React. */
export const LANGS: readonly Lang[] =
  process.env.ISLANDS_RUNTIME === "react"
    ? ["es", "en"]
    : process.env.TIER === "rest"
      ? ["es"]
      : ["en"];

/** The island with its root component. */
export function islandElement<Props extends IslandProps>(
  component: ComponentType<Props>,
  props: Props,
) {
  return createElement(IslandRoot, {
    component: component as ComponentType<IslandProps>,
    props,
  });
}

/** The prerendered HTML. */
export function htmlOf<Props extends IslandProps>(
  component: ComponentType<Props>,
  props: Props,
): string {
  return renderToString(islandElement(component, props));
}

/** Renders the island on the page without hydration. */
export function showIsland<Props extends IslandProps>(
  component: ComponentType<Props>,
  props: Props,
): RenderResult {
  return render(islandElement(component, props));
}

/** Puts the prerendered HTML on the page and hydrates it. Returns the element that contains it. */
export function hydrateIsland<Props extends IslandProps>(
  component: ComponentType<Props>,
  props: Props,
): HTMLElement {
  const host = document.body.appendChild(document.createElement("div"));
  host.innerHTML = htmlOf(component, props);
  hydrateRoot(host, islandElement(component, props));
  return host;
}
