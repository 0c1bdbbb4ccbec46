// Opens the comparison of the page, which an island shows while the address ends with COMPARISON.

/** Opens it, and prints it when it is there if `print`. The state says that going back closes the dialog. */
export function openComparison(print = false): void {
  history.pushState({ unit: 1, print }, "", COMPARISON);
  dispatchEvent(new PopStateEvent("popstate"));
}
