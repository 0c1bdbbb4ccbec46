// The tools of the list: compare; share and print, which a phone shows behind one button.
import type { MouseEvent } from "react";
import { FreshText, useTranslate } from "../strings.tsx";
import type { Unit } from "../types.ts";
import { writeAddress, type Address } from "./address-state.ts";
import { NO_FILTERS } from "./filter.ts";

interface ToolbarProps extends Address {
  shown: readonly Unit[];
  notice: string;
  share(path: string): void;
  compareCount: number;
  onCompare(): void;
}

export function Toolbar(bar: ToolbarProps) {
  const t = useTranslate();
  const { shown, state, ready, compareCount } = bar;

  const share = (): void => {
    // Favourites are stored on this device only: for others they are a list.
    const { filters } = state;
    const listed = filters.favourites
      ? shown.map(({ code }) => code)
      : state.listed;
    const others = listed.length ? NO_FILTERS : { ...filters, favourites: "" };
    const shared = { ...state, listed, filters: others };
    void bar.share(location.pathname + writeAddress(shared, ""));
  };

  const clear = ({ currentTarget }: MouseEvent): void => {
    // The focused button disappears: focus the next one, on a phone the summary that folds it.
    const more = currentTarget.nextElementSibling!;
    for (const next of [more.firstChild, more.querySelector("button")])
      (next as HTMLElement).focus();
    bar.change({ compared: [] });
  };

  return (
    <fieldset
      className="inventory-tools"
      disabled={!ready}
      aria-label={t("inventory.actions")}
    >
      <button type="button" disabled={!compareCount} onClick={bar.onCompare}>
        <FreshText
          text={t(`inventory.${compareCount ? "compare_open" : "hint"}`, {
            count: compareCount,
          })}
        />
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
        {bar.notice ? <FreshText text={bar.notice} /> : null}
      </p>
    </fieldset>
  );
}
