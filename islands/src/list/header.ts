// The number of saved units in the header. Without any it is empty, and the style sheet hides the link.
import { followSelection } from "../stores/selection.ts";

/** Shows the number, and follows it; returns what ends that. */
export function countSaved(): (() => void) | undefined {
  const count = document.querySelector(".header-saved b");
  return count
    ? followSelection(({ length }) => {
        count.textContent = length ? String(length) : "";
      })
    : undefined;
}
