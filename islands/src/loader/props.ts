// Props of an island: the JSON block beside it, checked, because a cached page may be older than the script.
import type { IslandProps } from "../island.tsx";

/** Reads the block that the `props` attribute names; throws when it is missing or not what islands need. */
export function readProps(element: Element): IslandProps {
  const props = JSON.parse(document.getElementById(element.getAttribute("props")!)!.textContent!);
  if (!props.id || !props.lang || !props.strings) throw Error("props");
  return props;
}
