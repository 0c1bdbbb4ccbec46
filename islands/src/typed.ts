// What a visitor types before the script of an island arrives. Browser extensions change pages, too, and hydration makes new
// elements where it does not find those that it expects.

/** The controls that have a name, with which they are found again. */
const controlsIn = (element: Element): HTMLInputElement[] => [
  ...element.querySelectorAll<HTMLInputElement>(
    "input[name]:not([type=hidden]), textarea[name]",
  ),
];

const isSame = (one: HTMLInputElement, other: HTMLInputElement): boolean =>
  one.name === other.name &&
  (!/radio|checkbox/.test(one.type) || one.value === other.value);

/** Remembers what was typed and chosen, and the focus. The returned function gives them to the controls that are there then. */
export function rememberTyped(element: Element): () => void {
  const { activeElement } = document;
  const typed = controlsIn(element).filter(
    (control) =>
      control === activeElement ||
      control.value !== control.defaultValue ||
      control.checked !== control.defaultChecked,
  );
  return () => {
    const controls = controlsIn(element);
    for (const control of typed) {
      const current = controls.find((other) => isSame(control, other));
      if (!current || current === control) continue;
      current.value = control.value;
      current.checked = control.checked;
      if (control === activeElement) current.focus({ preventScroll: true });
    }
  };
}
