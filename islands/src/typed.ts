// What a visitor types before the script of an island arrives, for when the island is rendered anew.

const controlsIn = (element: Element): HTMLInputElement[] => [
  ...element.querySelectorAll<HTMLInputElement>("input[name],textarea"),
];

/** Remembers what was typed and chosen, and the focus. The returned function gives them to the controls that are new then. */
export function rememberTyped(element: Element): () => void {
  const { activeElement } = document;
  const typed = controlsIn(element);
  return () => {
    for (const current of controlsIn(element)) {
      const before = typed.find(
        (control) =>
          control.name === current.name &&
          // Of a radio button; the others have none, or the same.
          control.defaultValue === current.defaultValue,
      );
      if (!before || before === current) continue;
      current.value = before.value;
      current.checked = before.checked;
      if (before === activeElement) current.focus();
    }
  };
}
