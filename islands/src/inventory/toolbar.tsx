// The tools of the list: compare; share and print, which a phone shows behind one button. Screen readers
// announce their messages.
import type { MouseEvent } from "react";
import { useTranslate } from "../strings.tsx";
import type { UnitIslandProps } from "../selector/unit-links.ts";
import { writeAddress, type AddressState } from "./address-state.ts";

interface ToolbarProps {
  props: UnitIslandProps;
  state: AddressState;
  ready: boolean;
  notice: string;
  setNotice(text: string): void;
  compareCount: number;
  onCompare(): void;
  onClear(): void;
}

export function Toolbar(bar: ToolbarProps) {
  const t = useTranslate();
  const { props, state, ready, setNotice, compareCount } = bar;

  const share = async (): Promise<void> => {
    // Favourites are stored on this device only: for others the filter would match nothing.
    const shared = { ...state, filters: { ...state.filters, favourites: false } };
    const url = location.origin + location.pathname + writeAddress(shared, "");
    const outcome = await shareLink(url, t("inventory.share_title", { site: props.siteName }));
    setNotice(outcome ? t(`inventory.${outcome}`) : "");
  };

  const clear = ({ currentTarget }: MouseEvent): void => {
    // The focused button disappears with the comparison: focus the next one.
    // On a phone the other tools are folded: only their summary takes the focus.
    const more = currentTarget.nextElementSibling!;
    for (const next of [more.firstChild, more.querySelector("button")]) (next as HTMLElement).focus();
    bar.onClear();
  };

  return (
    <fieldset className="inventory-tools" disabled={!ready} aria-label={t("inventory.actions")}>
      <button type="button" disabled={!compareCount} onClick={bar.onCompare}>
        {compareCount ? t("inventory.compare_open", { count: compareCount }) : t("inventory.hint")}
      </button>
      {compareCount > 0 && (
        <button type="button" onClick={clear}>
          {t("inventory.compare_clear")}
        </button>
      )}
      <details className="inventory-fold">
        <summary>{t("inventory.tools")}</summary>
        <div className="inventory-tools-more">
          <button type="button" onClick={share}>
            {t("inventory.share")}
          </button>
          <button type="button" onClick={() => print()}>
            {t("inventory.print")}
          </button>
        </div>
      </details>
      <p role="status" className="inventory-notice">
        {bar.notice || null}
      </p>
    </fieldset>
  );
}

/** Opens the share sheet of the device, which needs no message; without one copies the link. */
async function shareLink(url: string, title: string): Promise<"copied" | "copy_failed" | null> {
  try {
    if (navigator.share) {
      await navigator.share({ url, title });
      return null;
    }
    await navigator.clipboard.writeText(url);
    return "copied";
  } catch (error) {
    return (error as Error).name === "AbortError" ? null : "copy_failed";
  }
}
