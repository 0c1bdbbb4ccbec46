// Lists of units. Pages of units link this script; islands load it when needed, so that the inventory pays for it only then.
import { ListActions } from "./actions.ts";
import { parseCodes } from "./codes.ts";
import { LIST_LIMIT } from "./limits.ts";
import { loadUnits } from "./page.ts";
import { UnitTools } from "./tools.ts";

if (!customElements.get("unit-tools")) {
  customElements.define("unit-tools", UnitTools);
  customElements.define("list-actions", ListActions);
  const heading = document.querySelector<HTMLElement>("[data-selection]");
  if (heading) void showSelection(heading);
}

/** The heading of `/inventario?unidades=O-305,O-310`: how many units it has, which are gone, what can be done with all. */
export async function showSelection(heading: HTMLElement): Promise<void> {
  const asked = parseCodes(
    new URLSearchParams(location.search).get("unidades") ?? "",
  );
  if (!asked.length) return;
  const units = await loadUnits();
  const codes = asked.slice(0, LIST_LIMIT);
  const known = new Map(units.map(({ code }) => [code.toUpperCase(), code]));
  // Without the data no code is known, and none is called gone.
  const isGone = (code: string): boolean =>
    units.length > 0 && !known.has(code.toUpperCase());
  const found = codes
    .filter((code) => !isGone(code))
    .map((code) => known.get(code.toUpperCase()) ?? code);
  const { one, other, gone, more } = heading.dataset as Record<string, string>;
  const title = (found.length === 1 ? one! : other!).replace(
    "{{number}}",
    String(found.length),
  );
  heading.querySelector("h2")!.textContent = title;
  const notes = codes
    .filter(isGone)
    .map((code) => gone!.replace("{{unit}}", code.toUpperCase()));
  if (asked.length > LIST_LIMIT) notes.push(more!);
  heading.querySelector("[role=status]")!.textContent = notes.join(" ");
  heading.querySelector("list-actions")!.setAttribute("codes", found.join());
  heading.querySelector<HTMLElement>("[data-print]")!.onclick = () => print();
  heading.hidden = false;
  document.documentElement.classList.add("is-list");
}
