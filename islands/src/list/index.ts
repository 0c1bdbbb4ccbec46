// What is there for visitors who save units or came with a broker's link. Pages of units link this script; other pages load it for
// these visitors, and islands with the first saved unit.
import { followSelection } from "../stores/selection.ts";
import { ListActions } from "./actions.ts";
import { SelectionBar } from "./bar.ts";
import { introduceBroker } from "./broker.ts";
import { parseCodes } from "./codes.ts";
import { openComparison } from "./compare.ts";
import { countSaved } from "./header.ts";
import { LIST_LIMIT } from "./limits.ts";
import { loadUnits } from "./page.ts";
import { UnitTools } from "./tools.ts";

if (!customElements.get("unit-tools")) {
  // First: the links of the elements name the broker.
  introduceBroker();
  customElements.define("unit-tools", UnitTools);
  customElements.define("list-actions", ListActions);
  customElements.define("selection-bar", SelectionBar);
  countSaved();
  const heading = document.querySelector<HTMLElement>("[data-selection]");
  if (heading) void showList(heading);
}

/**
 * The heading of a list: of `/inventario?unidades=O-305,O-310`, which somebody sent, or of `?fav=1`, the visitor's own. Older links
 * have `comparar` in place of `unidades`. Returns what ends that it follows the own list, where it is one.
 */
export async function showList(
  heading: HTMLElement,
): Promise<(() => void) | undefined> {
  const query = new URLSearchParams(location.search);
  const asked = parseCodes(
    query.get("unidades") ?? query.get("comparar") ?? "",
  );
  const isOwn = !asked.length && query.get("fav") === "1";
  if (!asked.length && !isOwn) return undefined;
  heading.querySelector<HTMLElement>("[data-compare]")!.onclick = () =>
    openComparison();
  const units = await loadUnits();
  const known = new Map(units.map(({ code }) => [code.toUpperCase(), code]));
  // Without the data no code is known, and none is called gone.
  const isGone = (code: string): boolean =>
    units.length > 0 && !known.has(code.toUpperCase());
  const { one, other, gone, more } = heading.dataset as Record<string, string>;
  const show = (all: readonly string[]): void => {
    const codes = all.slice(0, LIST_LIMIT);
    const found = codes
      .filter((code) => !isGone(code))
      .map((code) => known.get(code.toUpperCase()) ?? code);
    const title = (found.length === 1 ? one! : other!).replace(
      "{{number}}",
      String(found.length),
    );
    heading.querySelector("h2")!.textContent = title;
    const notes = codes
      .filter(isGone)
      .map((code) => gone!.replace("{{unit}}", code.toUpperCase()));
    if (all.length > LIST_LIMIT) notes.push(more!);
    heading.querySelector("[role=status]")!.textContent = notes.join(" ");
    heading.querySelector("list-actions")!.setAttribute("codes", found.join());
    // Without any unit the page is the whole inventory.
    heading.hidden = !all.length;
    document.documentElement.classList.toggle("is-list", !!all.length);
  };
  if (isOwn) return followSelection(show);
  show(asked);
  return undefined;
}
