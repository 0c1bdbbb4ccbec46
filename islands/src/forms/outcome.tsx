// How sending went. Thanks and progress are a status, which waits its turn; trouble is an alert,
// and always comes with two other ways to reach a person.
import { useTranslate } from "../strings.tsx";
import type { FormProps } from "./index.tsx";
import type { State } from "./use-lead-form.ts";

interface OutcomeProps extends Pick<FormProps, "whatsappUrl" | "phone"> {
  /** The code of the unit that the form is about. */
  unit: string;
  state: State;
}

/** Where the code of the unit goes in an address: `{{unit}}`, encoded. */
const PLACE = encodeURIComponent("{{unit}}");

export function Outcome({ state, unit, whatsappUrl, phone }: OutcomeProps) {
  const t = useTranslate();
  const status = { sending: "form.sending", sent: "form.success", online: "form.online" }[state as string];
  const trouble = { failed: "form.failure_help", busy: "form.too_many", offline: "form.offline" }[
    state as string
  ];
  return (
    <>
      {/* Stands there empty, so that what comes into it is read out. */}
      <p role="status" className={`form-status is-${state}`}>
        {status && t(status)}
      </p>
      {trouble && (
        <div role="alert" className="form-alert">
          {state !== "offline" && <strong>{t("form.failure")}</strong>}
          <p>{t(trouble)}</p>
          <p className="actions">
            <a
              className="button"
              href={unit ? whatsappUrl.unit.replace(PLACE, encodeURIComponent(unit)) : whatsappUrl.plain}
            >
              {t("form.failure_whatsapp")}
            </a>
            <a className="button" href={phone.href}>
              {t("form.failure_call", { phone: phone.label })}
            </a>
          </p>
        </div>
      )}
    </>
  );
}
