// The header's states (S6): classes `is-scrolled` and `is-far` on <html>, by scroll position.

/** Sets the classes now and once per frame while the page scrolls. */
export function watchHeader(): void {
  const classes = document.documentElement.classList;
  let asked = false;
  const update = () => {
    asked = false;
    classes.toggle("is-scrolled", scrollY > HEADER_COMPACT_AFTER_PX);
    classes.toggle("is-far", scrollY > HEADER_LOGO_AFTER_PX);
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
