// The drawing of the building as a menu: its links, levels and units, are one tab stop with arrow keys, and a card shows the
// label of a unit. Without this script they are plain links.
import { linkAt, showCard } from "../plan/card.ts";

for (const menu of document.querySelectorAll<SVGSVGElement>(".menu-drawing")) startMenu(menu);

function startMenu(menu: SVGSVGElement): void {
  const card = document.createElement("p");
  card.className = "menu-card";
  card.hidden = true;
  // The names of the links have the same texts.
  card.setAttribute("aria-hidden", "true");
  menu.after(card);

  // Read again each time: a newer version of the page may have exchanged the links.
  const links = () => [...menu.querySelectorAll("a")];
  const stopAt = (stop: Element | null | undefined): void => {
    for (const link of links()) link.setAttribute("tabindex", link === stop ? "0" : "-1");
  };
  const hide = (): void => showCard(card, null);

  stopAt(links()[0]);
  menu.addEventListener("focusin", (event) => {
    stopAt(linkAt(event));
    showCard(card, linkAt(event));
  });
  // Not for a finger, which follows the link.
  menu.addEventListener(
    "pointerover",
    (event) => event.pointerType === "mouse" && showCard(card, linkAt(event)),
  );
  menu.addEventListener("focusout", hide);
  menu.addEventListener("pointerleave", hide);
  addEventListener("scroll", hide, { passive: true });
  menu.addEventListener("keydown", (event) => {
    if (event.key === "Escape") hide();
    if (event.metaKey || event.ctrlKey || event.altKey) return;
    const all = links();
    const areUnits = all.map((link) => link.hasAttribute("data-code"));
    const next = nextLink(areUnits, all.indexOf(linkAt(event) as HTMLAnchorElement), event.key);
    if (next === undefined) return;
    event.preventDefault();
    all[next]?.focus();
  });
}

/**
 * The index of the link that `key` selects from the one at `from`, which may be none; undefined when the key does not move.
 * `areUnits` says of each link whether it is a unit's; a level's link comes before those of its units, the lowest level first.
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
