// Menus are `<details>` in the header (the products dropdown, the drawer) and open without this script. It closes them
// on Escape, when something outside is clicked or focused, when a link inside is followed, and when the page is shown
// again from the back/forward cache.

/** Closes the menus of the page on these events. */
export function watchMenus(): void {
  const close = (keep: (menu: HTMLDetailsElement) => boolean) => {
    for (const menu of document.querySelectorAll<HTMLDetailsElement>("header details[open]")) {
      if (keep(menu)) continue;
      const focused = menu.contains(document.activeElement);
      menu.open = false;
      // The focused element is hidden now: focus what opened the menu.
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
    // Of two nested menus, Escape closes only the inner one.
    const inner = [...document.querySelectorAll("header details[open]")].pop();
    close((menu) => menu !== inner);
  });
  addEventListener("pageshow", (event) => event.persisted && close(() => false));
}
