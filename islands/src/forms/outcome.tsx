// The result of sending. Success and progress are a status, which screen readers announce politely; a failure is an
// alert, which always offers two other contacts.
import { useTranslate } from "../strings.tsx";
import type { State } from "./form-state.ts";
import type { FormProps } from "./index.tsx";

interface OutcomeProps extends Pick<FormProps, "whatsappUrl" | "phone"> {
  /** The code of the unit that the form is about, or codes with commas. */
  unit: string;
  state: State;
}

/** The placeholder for the unit in a URL: `{{unit}}`, encoded. */
const PLACEHOLDER = encodeURIComponent("{{unit}}");

export function Outcome({ state, unit, whatsappUrl, phone }: OutcomeProps) {
  const t = useTranslate();
  const status = { sending: "form.sending", sent: "form.success", online: "form.online" }[state as string];
  const failure = { failed: "form.failure_help", busy: "form.too_many", offline: "form.offline" }[
    state as string
  ];
  const about = !unit ? "plain" : unit.includes(",") ? "units" : "unit";
  return (
    <>
      {/* Also rendered empty, because screen readers announce only changes of an existing element. */}
      <p role="status" className={`form-status is-${state}`}>
        {status && t(status)}
      </p>
      {failure && (
        <div role="alert" className="form-alert">
          {state !== "offline" && <strong>{t("form.failure")}</strong>}
          <p>{t(failure)}</p>
          <p className="actions">
            <a className="button" href={whatsappUrl[about].replaceAll(PLACEHOLDER, encodeURIComponent(unit))}>
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
