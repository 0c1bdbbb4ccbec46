// Menus are `<details>` in the header (the products dropdown, the drawer) and open without this script. It closes them
// on Escape, when something outside is clicked or focused, when a link is followed, and when the page is shown again. The
// drawer is an empty `<details>`: it shows the element behind it, whose menus open and close with it.

/** What a menu shows: its own content, or the element behind it when it has none. */
const panelOf = (menu: Element): Element =>
  (menu.childElementCount < 2 && menu.nextElementSibling) || menu;

const holds = (menu: Element, node: Node | null): boolean =>
  menu.contains(node) || panelOf(menu).contains(node);

const openMenus = (): HTMLDetailsElement[] => [
  ...document.querySelectorAll<HTMLDetailsElement>("header details[open]"),
];

export function watchMenus(): void {
  const close = (keep: (menu: HTMLDetailsElement) => boolean) => {
    for (const menu of openMenus()) {
      if (keep(menu)) continue;
      const focused = holds(menu, document.activeElement);
      menu.open = false;
      // The focused element is hidden now: focus what opened the menu.
      if (focused) menu.querySelector("summary")?.focus();
    }
  };
  // A menu stays open in a drawer that stays open.
  const away = ({ target }: Event) => {
    const kept = openMenus().filter((menu) => holds(menu, target as Node));
    close((menu) => kept.some((one) => holds(one, menu)));
  };
  addEventListener("click", (event) => {
    if ((event.target as Element).closest?.("a")) close(() => false);
    else away(event);
  });
  addEventListener("focusin", away);
  addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    // Of two nested menus, Escape closes only the inner one with the focus.
    const inner = openMenus()
      .filter((menu) => holds(menu, document.activeElement))
      .pop();
    close((menu) => !!inner && menu !== inner);
  });
  addEventListener(
    "pageshow",
    (event) => event.persisted && close(() => false),
  );
  for (const drawer of document.querySelectorAll<HTMLDetailsElement>(
    "header details",
  )) {
    const panel = panelOf(drawer);
    if (panel === drawer) continue;
    drawer.addEventListener("toggle", () => {
      for (const menu of panel.querySelectorAll("details"))
        menu.open = drawer.open;
    });
  }
}
