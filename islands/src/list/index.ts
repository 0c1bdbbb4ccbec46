// Lists of units: the elements `unit-tools` and `list-actions`, and the heading of a list. Pages of units link this script;
// islands load it with a dialog or with a list in the address, so that the inventory does not pay for it before.
import { ListActions } from "./actions.ts";
import { showSelection } from "./selection.ts";
import { UnitTools } from "./tools.ts";

if (!customElements.get("unit-tools")) {
  customElements.define("unit-tools", UnitTools);
  customElements.define("list-actions", ListActions);
  const heading = document.querySelector<HTMLElement>("[data-selection]");
  if (heading) void showSelection(heading);
}
