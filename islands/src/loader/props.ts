// The props that an island shares with other pages, and the check of all, because a cached page may be older than the script.
import type { IslandProps } from "../island.tsx";
import { twice } from "./retry.ts";

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
