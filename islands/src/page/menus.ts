// Menus are `<details>` in the header (the products dropdown, the drawer) and open without this script. It closes
// them: on Escape, on a click or a focus elsewhere, when a link inside is followed, and on return to the page.

/** Watches every menu of the page. */
export function watchMenus(): void {
  const close = (keep: (menu: HTMLDetailsElement) => boolean) => {
    for (const menu of document.querySelectorAll<HTMLDetailsElement>("header details[open]")) {
      if (keep(menu)) continue;
      const focused = menu.contains(document.activeElement);
      menu.open = false;
      // Focus that was on something now hidden goes back to what opened it.
      if (focused) menu.querySelector("summary")?.focus();
    }
  };
  const away = ({ target }: Event) => close((menu) => menu.contains(target as Node));
  addEventListener("click", (event) => {
    if ((event.target as Element).closest?.("a")) close(() => false);
    else away(event);
  });
  addEventListener("focusin", away);
  addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    // A menu inside a menu closes first.
    const inner = [...document.querySelectorAll("header details[open]")].pop();
    close((menu) => menu !== inner);
  });
  addEventListener("pageshow", (event) => event.persisted && close(() => false));
}
