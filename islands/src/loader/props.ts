// Reads the props of an island: its own from an attribute, and those that it shares with other pages from a file. They
// are checked, because a cached page may be older than the script.
import type { IslandProps } from "../island.tsx";
import { twice } from "./retry.ts";

/** Parses the JSON in the `props` attribute. Throws when it is damaged. */
export function readOwnProps(element: Element): Partial<IslandProps> {
  return JSON.parse(element.getAttribute("props")!);
}

/** Loads the file in the `shared` attribute, a second time when the first attempt fails. Without the attribute: nothing. */
export async function loadSharedProps(element: Element): Promise<Partial<IslandProps>> {
  const url = element.getAttribute("shared");
  const load = async () => (await fetch(url!)).json();
  return url ? twice(load, load) : {};
}

/** Throws when a prop of `IslandProps` is missing. */
export function checkedProps(props: Partial<IslandProps>): IslandProps {
  if (!props.id || !props.lang || !props.strings) throw Error("props");
  return props as IslandProps;
}
