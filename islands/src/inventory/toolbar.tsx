// The tools of the list: equal units in one row, share and print, of which a phone shows the last two behind one button.
import type { ChangeEvent } from "react";
import { FreshText, useTranslate } from "../strings.tsx";
import { writeAddress, type Address } from "./address-state.ts";

interface ToolbarProps extends Address {
  notice: string;
  share(path: string): void;
}

interface CheckProps {
  label: string;
  isChecked: boolean;
  choose(isChecked: boolean): void;
}

export function Check({ label, isChecked, choose }: CheckProps) {
  return (
    <label className="inventory-check">
      <input
        type="checkbox"
        checked={isChecked}
        onChange={({ target }: ChangeEvent<HTMLInputElement>) =>
          choose((target as HTMLInputElement).checked)
        }
      />
      {label}
    </label>
  );
}

export function Toolbar({ state, ready, change, notice, share }: ToolbarProps) {
  const t = useTranslate();
  // For others there are no units that this visitor saved.
  const shared = (): string => writeAddress({ ...state, saved: false }, "");
  return (
    <fieldset
      className="inventory-tools"
      disabled={!ready}
      aria-label={t("inventory.actions")}
    >
      <Check
        label={t("inventory.group")}
        isChecked={state.grouped}
        choose={(grouped) => change({ grouped })}
      />
      <details className="inventory-fold">
        <summary>{t("inventory.tools")}</summary>
        <div className="inventory-tools-more">
          <button
            type="button"
            onClick={() => share(location.pathname + shared())}
          >
            {t("inventory.share")}
          </button>
          <button type="button" onClick={() => print()}>
            {t("inventory.print")}
          </button>
        </div>
      </details>
      <p role="status" className="inventory-notice">
        {notice ? <FreshText text={notice} /> : null}
      </p>
    </fieldset>
  );
}
