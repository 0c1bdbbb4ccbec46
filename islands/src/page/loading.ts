// The loading bar (S5b): class `is-loading` on <html>, shown when the next page takes longer than the throttle,
// for its duration. Gone on arrival, also when a page comes back from the back/forward cache.

/** True when following this link leaves for another page of the site in this tab. */
export function leavesPage(event: MouseEvent): boolean {
  const link = (event.target as Element).closest?.("a");
  return (
    !!link &&
    !event.defaultPrevented &&
    event.button === 0 &&
    !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) &&
    !link.target &&
    !link.hasAttribute("download") &&
    link.origin === location.origin &&
    !/\.\w+$/.test(link.pathname) &&
    (link.pathname !== location.pathname || link.search !== location.search || !link.hash)
  );
}

/** Shows the bar for clicks on links and for forms that post. */
export function watchLoading(): void {
  const classes = document.documentElement.classList;
  let timers: number[] = [];
  const hide = () => {
    timers.forEach(clearTimeout);
    classes.remove("is-loading");
  };
  const show = () => {
    hide();
    timers = [
      window.setTimeout(() => classes.add("is-loading"), LOADING_THROTTLE_MS),
      window.setTimeout(hide, LOADING_THROTTLE_MS + LOADING_DURATION_MS),
    ];
  };
  // On the window, after every other listener: an island may have taken the event for itself.
  addEventListener("click", (event) => leavesPage(event) && show());
  addEventListener("submit", (event) => event.defaultPrevented || show());
  addEventListener("pageshow", hide);
}
