// The drawing of the building as a menu: its links, levels and units, are one tab stop with arrow keys, and a card shows what
// the label of a unit says while the pointer or the focus is on it. Without this script they are plain links.
import { nextLink } from "./next-link.ts";

for (const menu of document.querySelectorAll<SVGSVGElement>(".menu-drawing")) startMenu(menu);

function startMenu(menu: SVGSVGElement): void {
  const card = document.createElement("p");
  card.className = "menu-card";
  card.hidden = true;
  // The links have the same texts as their names.
  card.setAttribute("aria-hidden", "true");
  menu.after(card);

  // Read again each time: a newer version of the page may have exchanged the links.
  const links = () => [...menu.querySelectorAll("a")];
  const stopAt = (stop: Element | undefined): void => {
    for (const link of links()) link.setAttribute("tabindex", link === stop ? "0" : "-1");
  };
  const linkAt = ({ target }: Event) => (target as Element).closest("a");
  const show = (link: Element | null): void => {
    card.hidden = !link?.hasAttribute("data-code");
    if (card.hidden) return;
    const texts = link!.getAttribute("aria-label")!.split(", ");
    card.replaceChildren(
      ...texts.map((text, index) => {
        const line = document.createElement("span");
        line.textContent = text;
        // The status, after the code and the area.
        if (index === 2) line.className = link!.getAttribute("class")!.replace(/\S+/, "status");
        return line;
      }),
    );
    const { left, right, top } = link!.getBoundingClientRect();
    const half = card.offsetWidth / 2;
    const middle = Math.min(Math.max((left + right) / 2, half + 8), innerWidth - half - 8);
    card.style.left = `${middle}px`;
    card.style.top = `${Math.max(top, card.offsetHeight + 16)}px`;
  };

  stopAt(links()[0]);
  menu.addEventListener("focusin", (event) => {
    stopAt(linkAt(event)!);
    show(linkAt(event));
  });
  menu.addEventListener("focusout", () => show(null));
  // Not for a finger, which follows the link.
  menu.addEventListener("pointerover", (event) => event.pointerType === "mouse" && show(linkAt(event)));
  menu.addEventListener("pointerleave", () => show(null));
  addEventListener("scroll", () => show(null), { passive: true });
  menu.addEventListener("keydown", (event) => {
    if (event.key === "Escape") show(null);
    if (event.metaKey || event.ctrlKey || event.altKey) return;
    const all = links();
    const next = nextLink(
      all.map((link) => link.hasAttribute("data-code")),
      all.indexOf(linkAt(event)!),
      event.key,
    );
    if (next === undefined) return;
    event.preventDefault();
    all[next]?.focus();
  });
}
