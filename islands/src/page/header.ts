// The header's states (S6): classes `is-compact` and `is-scrolled` on <html>, by scroll position.

/** Sets the classes now and once per frame while the page scrolls. */
export function watchHeader(): void {
  const classes = document.documentElement.classList;
  let asked = false;
  const update = () => {
    asked = false;
    classes.toggle("is-compact", scrollY > HEADER_COMPACT_AFTER_PX);
    classes.toggle("is-scrolled", scrollY > HEADER_LOGO_AFTER_PX);
  };
  addEventListener(
    "scroll",
    () => {
      if (!asked) requestAnimationFrame(update);
      asked = true;
    },
    { passive: true },
  );
  update();
}
