// The tools of the list: share and print, which a phone shows behind one button.
import { FreshText, useTranslate } from "../strings.tsx";
import { writeAddress, type Address } from "./address-state.ts";

interface ToolbarProps extends Address {
  notice: string;
  share(path: string): void;
}

export function Toolbar({ state, ready, notice, share }: ToolbarProps) {
  const t = useTranslate();
  // For others there are no units that this visitor saved.
  const shared = (): string => writeAddress({ ...state, saved: false }, "");
  return (
    <fieldset
      className="inventory-tools"
      disabled={!ready}
      aria-label={t("inventory.actions")}
    >
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
