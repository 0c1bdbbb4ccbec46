// Registers the service worker after the page has loaded, if the page has `<meta name="site-worker" content="/sw.js">`.
// A page without that element removes the worker, so that site.yaml can turn it off.

/** Registers or removes the worker. */
export function registerWorker(): void {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return;
  const address = document.querySelector<HTMLMetaElement>('meta[name="site-worker"]')?.content;
  addEventListener("load", () => {
    // Registration fails in private windows; the site works without it.
    if (address) serviceWorker.register(address).catch(() => {});
    else
      serviceWorker
        .getRegistrations()
        .then((found) => found.forEach((registration) => void registration.unregister()))
        .catch(() => {});
  });
}
