// Registers the service worker of `<meta name="site-worker" content="/sw.js">`; a page without it removes the worker.

type Policy = { createScriptURL(address: string): string };
/** What makes policies, in engines with Trusted Types; TypeScript's library does not have it yet. */
export type PolicyFactory = {
  createPolicy(name: string, rules: Policy): Policy;
};

/** The address as the Content-Security-Policy wants it, which lets no other policy be made. */
function trusted(address: string): string {
  const { trustedTypes } = window as unknown as {
    trustedTypes?: PolicyFactory;
  };
  const rules = { createScriptURL: (address: string) => address };
  return (trustedTypes?.createPolicy("worker", rules) ?? rules).createScriptURL(
    address,
  );
}

export function registerWorker(): void {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return;
  const address = document.querySelector<HTMLMetaElement>(
    'meta[name="site-worker"]',
  )?.content;
  addEventListener("load", () => {
    const changed = address
      ? serviceWorker.register(trusted(address))
      : serviceWorker
          .getRegistrations()
          .then((found) => found.forEach((worker) => void worker.unregister()));
    // Fails in private windows; the site works without it.
    changed.catch(() => {});
  });
}
