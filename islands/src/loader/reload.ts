// The reload guard (S5d): a script that does not load is most often one that a new version of the
// site replaced, and a reload brings the new names. At most once per RELOAD_GUARD_MS, counted across
// the reload itself; never while offline, where the page that stands is better than none.

const KEY = "reloaded-at";

/** Reloads the page and answers true, or answers false when that was done too recently. */
export function reloadOnce(reload = () => location.reload()): boolean {
  try {
    const now = Date.now();
    if (navigator.onLine === false || now - Number(sessionStorage.getItem(KEY)) < RELOAD_GUARD_MS)
      return false;
    sessionStorage.setItem(KEY, String(now));
    // Storage can fail in silence; without the mark, a broken script would reload for ever.
    if (sessionStorage.getItem(KEY) !== String(now)) return false;
  } catch {
    return false;
  }
  reload();
  return true;
}
