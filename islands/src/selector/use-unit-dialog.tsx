// The dialog of a unit. While it is open the address ends with the unit's code, to send it, and going back closes it.
import { useEffect, useRef } from "react";
import { useLazy } from "../plan/use-lazy.ts";
import type { Properties } from "../stores/property.ts";
import type { Unit } from "../types.ts";
import { unitHref, type UnitIslandProps } from "./unit-links.ts";

/** Most visitors never open it. */
const loadDialog = async () => (await import("./unit-dialog.tsx")).default;

/** True when the browser opens the clicked link in a new tab or window. */
export const opensNewTab = (event: MouseEvent): boolean =>
  event.metaKey || event.ctrlKey || event.shiftKey;

/** The dialog of the unit that was clicked in this island or in the drawing of the building; it goes through `among`. */
export function useUnitDialog(
  island: UnitIslandProps,
  properties: Properties,
  among: readonly Unit[],
) {
  const { units, actualItem, select } = properties;
  const { open: openDialog, Part: Dialog, key, onClose } = useLazy(loadDialog);
  /** The page goes back because the dialog closed, which takes the browser a moment: another one may be open by then, and stays. */
  const goesBack = useRef(false);

  const step = (unit: Unit): void => {
    select(unit);
    history.replaceState(history.state, "", `#${unit.code}`);
  };

  const close = (): void => {
    onClose();
    if (location.hash !== `#${actualItem!.code}`) return;
    goesBack.current = !!history.state?.unit;
    if (goesBack.current) history.back();
    else history.replaceState(null, "", location.pathname + location.search);
  };

  useEffect(() => {
    const open = (unit: Unit): void => {
      select(unit);
      openDialog()
        .then(() => {
          const address = `#${unit.code}`;
          if (location.hash === address) return;
          // The state says that going back closes the dialog.
          history[history.state?.unit ? "replaceState" : "pushState"](
            { unit: 1 },
            "",
            address,
          );
        })
        // When the dialog fails to load, follow the link to the page of the unit.
        .catch(() => location.assign(unitHref(island, unit)));
    };
    const links = `:is(.menu-drawing, #${island.id}) [data-code]`;
    const onClick = (event: MouseEvent): void => {
      const link = (event.target as Element).closest<SVGElement>(links);
      const unit = units.find(({ code }) => code === link?.dataset.code);
      if (!unit || opensNewTab(event)) return;
      event.preventDefault();
      open(unit);
    };
    const follow = (): void => {
      const dialog = document.querySelector<HTMLDialogElement>(".unit-dialog");
      const unit = units.find(({ code }) => `#${code}` === location.hash);
      if (!unit) dialog?.close();
      else if (!dialog?.open) open(unit);
    };
    const onPopState = (): void => {
      if (goesBack.current) goesBack.current = false;
      else follow();
    };
    if (!goesBack.current) follow();
    const stop = new AbortController();
    document.addEventListener("click", onClick, stop);
    addEventListener("popstate", onPopState, stop);
    return () => stop.abort();
  }, [island, units, select, openDialog]);

  return (
    Dialog &&
    actualItem && (
      <Dialog
        key={key}
        island={island}
        unit={actualItem}
        among={among}
        onStep={step}
        onClose={close}
      />
    )
  );
}
