// Reads the props of an island from the JSON block beside it. They are checked, because a cached page may be older than
// the script.
import type { IslandProps } from "../island.tsx";

/** Parses the block whose id is in the `props` attribute. Throws when it is missing or lacks a prop of `IslandProps`. */
export function readProps(element: Element): IslandProps {
  const props = JSON.parse(document.getElementById(element.getAttribute("props")!)!.textContent!);
  if (!props.id || !props.lang || !props.strings) throw Error("props");
  return props;
}
