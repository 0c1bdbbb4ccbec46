// The states of the header (S6): the classes `is-scrolled` and `is-far` on <html>, set by scroll position.

/** Sets the classes now, and at most once per frame while the page scrolls. */
export function watchHeader(): void {
  const classes = document.documentElement.classList;
  let scheduled = false;
  const update = () => {
    scheduled = false;
    classes.toggle("is-scrolled", scrollY > HEADER_COMPACT_AFTER_PX);
    classes.toggle("is-far", scrollY > HEADER_LOGO_AFTER_PX);
  };
  addEventListener(
    "scroll",
    () => {
      if (!scheduled) requestAnimationFrame(update);
      scheduled = true;
    },
    { passive: true },
  );
  update();
}
