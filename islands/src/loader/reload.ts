// The reload guard (S5d): a script that fails to load was usually replaced by a new version. An offline page stays readable.

const KEY = "reloaded-at";

/** Reloads the page and returns true, or returns false when it may not reload now. */
export function reloadOnce(): boolean {
  try {
    const now = Date.now();
    if (
      navigator.onLine === false ||
      now - Number(sessionStorage.getItem(KEY)) < RELOAD_GUARD_MS
    )
      return false;
    sessionStorage.setItem(KEY, String(now));
    // Storage can fail silently; without the stored time, a broken script would reload the page forever.
    if (sessionStorage.getItem(KEY) !== String(now)) return false;
  } catch {
    return false;
  }
  location.reload();
  return true;
}
