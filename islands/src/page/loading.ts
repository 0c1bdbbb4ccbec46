// The loading bar (S5b): the class `is-loading` on <html> while the next page takes longer than LOADING_THROTTLE_MS.

/** True when a link leads to a page of the site, and no file, in the same tab. */
export const opensPage = (link: HTMLAnchorElement | HTMLAreaElement): boolean =>
  link.origin === location.origin &&
  !link.target &&
  !link.hasAttribute("download") &&
  !/\.\w+$/.test(link.pathname);

/** True when this click opens another page of the site in the same tab. */
export function leavesPage(event: MouseEvent): boolean {
  const link = (event.target as Element).closest?.("a");
  return (
    !!link &&
    !event.defaultPrevented &&
    event.button === 0 &&
    !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) &&
    opensPage(link) &&
    (link.pathname !== location.pathname ||
      link.search !== location.search ||
      !link.hash)
  );
}

export function watchLoading(): void {
  const { classList: classes, style } = document.documentElement;
  let timers: number[] = [];
  const hide = () => {
    timers.forEach(clearTimeout);
    classes.remove("is-loading");
  };
  const show = () => {
    hide();
    style.setProperty("--loading", LOADING_DURATION_MS + "ms");
    timers = [
      window.setTimeout(() => classes.add("is-loading"), LOADING_THROTTLE_MS),
      window.setTimeout(hide, LOADING_THROTTLE_MS + LOADING_DURATION_MS),
    ];
  };
  // On the window, which is last: an island may have handled the event and called `preventDefault`.
  addEventListener("click", (event) => leavesPage(event) && show());
  addEventListener("submit", (event) => event.defaultPrevented || show());
  addEventListener("pageshow", hide);
}
