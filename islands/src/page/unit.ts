// Which unit a page or a dialog shows.

/** The unit of an element: that of its dialog, or that of the page. */
export function unitOf(element: Element | null): string | undefined {
  const link = element?.closest("dialog")?.querySelector(".unit-dialog-link");
  return link
    ? decodeURIComponent(link.getAttribute("href")!.split("/").pop()!)
    : document.querySelector<HTMLElement>("[data-unit]")?.dataset.unit;
}

/** Reports each unit that is shown: now that of the page, later those of dialogs when they open. */
export function watchUnits(
  report: (unit: string, place: "page" | "dialog") => void,
): void {
  const unit = unitOf(null);
  if (unit) report(unit, "page");
  new MutationObserver((changes) => {
    for (const { target } of changes) {
      const opened =
        target instanceof HTMLDialogElement &&
        target.open &&
        target.matches(".unit-dialog");
      const unit = opened && unitOf(target);
      if (unit) report(unit, "dialog");
    }
  }).observe(document, { subtree: true, attributeFilter: ["open"] });
}
