// The units that a visitor saved, stored only on this device; until the page is closed when storage fails.
/** The key in localStorage; the value is a JSON array of codes. Another name would lose what visitors have saved. */
export const SELECTION_KEY = "favourites";

// Not with page/storage.ts: shared with forms it would be one more file for their pages.
export function readSelection(): string[] {
  try {
    const stored = JSON.parse(localStorage.getItem(SELECTION_KEY)!) as unknown;
    const codes = Array.isArray(stored) ? [...new Set(stored)] : [];
    return codes.filter((code) => typeof code === "string");
  } catch {
    return [];
  }
}

/** Stores the codes, and shows them in everything of this page that follows the selection. */
export function saveSelection(codes: readonly string[]): void {
  try {
    localStorage.setItem(SELECTION_KEY, JSON.stringify(codes));
  } catch {
    // Storage fails in private windows and when the disk is full.
  }
  dispatchEvent(new CustomEvent("storage", { detail: codes }));
}

/** Saves or removes a unit. Starts from the stored codes, so that open tabs do not undo each other, or from those `shown`. */
export function toggleUnit(code: string, shown: readonly string[]): void {
  const stored = readSelection();
  const others = (stored.length ? stored : shown).filter(
    (other) => other !== code,
  );
  saveSelection(shown.includes(code) ? others : [...others, code]);
}

/**
 * Calls `show` with the saved codes: now, with each change in this tab or another, and when the page is shown again. Returns the
 * function that stops it.
 */
export function followSelection(
  show: (codes: readonly string[]) => void,
): () => void {
  // Only an event of this page has the codes.
  const read = ({ detail }: { detail?: readonly string[] }): void =>
    show(detail ?? readSelection());
  const types = ["storage", "pageshow"];
  for (const type of types) addEventListener(type, read as EventListener);
  read({});
  return () =>
    types.forEach((type) => removeEventListener(type, read as EventListener));
}
