// Which link of the drawing an arrow key selects.

/**
 * The index of the link that `key` selects from the one at `from`, or undefined when the key does not move. `areUnits` says of
 * each link whether it is a unit's; a level's link comes before those of its units, the lowest level first. Left and right go
 * through all links, up and down from level to level; beyond an end the index is that of no link.
 */
export function nextLink(areUnits: readonly boolean[], from: number, key: string): number | undefined {
  const levels = areUnits.flatMap((isUnit, index) => (isUnit ? [] : [index]));
  switch (key) {
    case "ArrowRight":
      return from + 1;
    case "ArrowLeft":
      return from - 1;
    case "ArrowUp":
      return levels.find((level) => level > from) ?? areUnits.length;
    case "ArrowDown":
      return levels.filter((level) => level < from).at(-1) ?? -1;
    case "Home":
      return 0;
    case "End":
      return areUnits.length - 1;
    default:
      return undefined;
  }
}
