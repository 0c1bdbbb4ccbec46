// The drawing of the building as a menu: links with one tab stop, arrow keys, and a card with the label of a unit.
import { linkAt, showCard } from "../plan/card.ts";

for (const menu of document.querySelectorAll<SVGSVGElement>(".menu-drawing"))
  startMenu(menu);

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
    for (const link of links())
      link.setAttribute("tabindex", link === stop ? "0" : "-1");
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
    const next = nextLink(
      areUnits,
      all.indexOf(linkAt(event) as HTMLAnchorElement),
      event.key,
    );
    if (next === undefined) return;
    event.preventDefault();
    all[next]?.focus();
  });
}

/** The index of the link that `key` selects from the one at `from`: of a unit, or of a level, which comes before its units. */
export function nextLink(
  areUnits: readonly boolean[],
  from: number,
  key: string,
): number | undefined {
  const levels = areUnits.flatMap((isUnit, index) => (isUnit ? [] : [index]));
  return {
    ArrowRight: from + 1,
    ArrowLeft: from - 1,
    ArrowUp: levels.find((level) => level > from) ?? areUnits.length,
    ArrowDown: levels.filter((level) => level < from).at(-1) ?? -1,
    Home: 0,
    End: areUnits.length - 1,
  }[key];
}
