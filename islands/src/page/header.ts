// The states of the header (S6): the classes `is-scrolled` and `is-far` on <html>, set by scroll position.

/** Sets the classes now, and with each scroll event, of which browsers send one for a frame. */
export function watchHeader(): void {
  const classes = document.documentElement.classList;
  const update = () => {
    classes.toggle("is-scrolled", scrollY > HEADER_COMPACT_AFTER_PX);
    classes.toggle("is-far", scrollY > HEADER_LOGO_AFTER_PX);
  };
  addEventListener("scroll", update);
  update();
}
