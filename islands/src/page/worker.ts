// The service worker: registered after the page has loaded, where `<meta name="site-worker" content="/sw.js">`
// says so. A page without it removes the worker, so that it can be switched off from site.yaml.

/** Registers or removes. */
export function registerWorker(): void {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return;
  const address = document.querySelector<HTMLMetaElement>('meta[name="site-worker"]')?.content;
  addEventListener("load", () => {
    // Private windows refuse; the site works the same.
    if (address) serviceWorker.register(address).catch(() => {});
    else
      serviceWorker
        .getRegistrations()
        .then((found) => found.forEach((registration) => void registration.unregister()))
        .catch(() => {});
  });
}
