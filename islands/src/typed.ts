// What a visitor types before the script of an island arrives, for when the island is rendered anew.

const controlsIn = (element: Element): HTMLInputElement[] => [
  ...element.querySelectorAll<HTMLInputElement>("input[name],textarea"),
];

/** Remembers what was typed and chosen, and the focus. The returned function gives them to the controls that are new then. */
export function rememberTyped(element: Element): () => void {
  const { activeElement } = document;
  const typed = controlsIn(element);
  return () => {
    const now = controlsIn(element);
    for (const current of now) {
      if (typed.includes(current)) continue;
      // The radio buttons of a group have one name: the place among them tells them apart.
      const named = ({ name }: HTMLInputElement) => name === current.name;
      const place = now.filter(named).indexOf(current);
      const before = typed.filter(named)[place];
      if (!before) continue;
      current.value = before.value;
      current.checked = before.checked;
      if (before === activeElement) current.focus();
    }
  };
}
