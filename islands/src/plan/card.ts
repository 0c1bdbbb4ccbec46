// The card over a drawing: what the label of a unit says, while the pointer or the focus is on the unit.

/** The link of a unit or of a level at which an event happens. */
export function linkAt({
  target,
}: {
  target: EventTarget | null;
}): Element | null {
  return (target as Element).closest("a");
}

/** Shows on `card` the label of a link, of a unit with its code, area, status and price; hides the card for another link. */
export function showCard(card: HTMLElement, link: Element | null): void {
  card.hidden = !link?.matches("[data-code], .facade-level");
  if (card.hidden) return;
  const lines = link!
    .getAttribute("aria-label")!
    .split(", ")
    .map((text, index) => {
      const line = document.createElement("span");
      line.textContent = text;
      // The class of the link ends with that of its status.
      if (index === 2)
        line.className = link!.getAttribute("class")!.replace(/\S+/, "status");
      return line;
    });
  card.replaceChildren(...lines);
  const { left, right, top } = link!.getBoundingClientRect();
  const edge = card.offsetWidth / 2 + 8;
  card.style.left = `${Math.min(Math.max((left + right) / 2, edge), innerWidth - edge)}px`;
  card.style.top = `${Math.max(top, card.offsetHeight + 16)}px`;
}
