// The language switch keeps the query of the address, which has the filters of the inventory and the unit of a form.

/** Adds the query and the fragment to the links that switch the language, when one is followed. */
export function keepQuery(): void {
  // In the capture phase, before anything reads the address of the link.
  const keep = ({ target }: Event) => {
    const link = (target as Element).closest?.<HTMLAnchorElement>(".language > a");
    if (link) [link.search, link.hash] = [location.search, location.hash];
  };
  for (const type of ["pointerdown", "click"]) addEventListener(type, keep, true);
}
