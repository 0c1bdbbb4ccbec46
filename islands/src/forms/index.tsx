// The lead form (spec S18, S24): a complete form without script, which then validates, stores a draft and sends by itself.
import { FreshText, useTranslate } from "../strings.tsx";
import { ChoiceField, TextField } from "./field.tsx";
import type { Question } from "../types.ts";
import type { FormProps } from "./form-props.ts";
import type { FormState } from "./form-state.ts";
import {
  FIELDS,
  groupOf,
  MOMENTS,
  OPTIONAL,
  type Choice,
  type Field,
} from "./kinds.ts";
import { useLeadForm } from "./use-lead-form.ts";

// Attributes of the text fields: keyboard and autocompletion.
const CONTROLS: Partial<Record<Field, Record<string, string | number>>> = {
  name: { autoComplete: "name", autoCapitalize: "words", enterKeyHint: "next" },
  phone: { type: "tel", autoComplete: "tel", enterKeyHint: "next" },
  email: { type: "email", autoComplete: "email", enterKeyHint: "next" },
  message: { rows: 4 },
  ...Object.fromEntries(
    MOMENTS.map((name) => [name, { type: "datetime-local", step: 1800 }]),
  ),
};

export default function LeadForm(props: FormProps) {
  const { id, kind, values = {} } = props;
  const t = useTranslate();
  const lead = useLeadForm(props);
  const { form, state, unit, label, errors, options, ...others } = lead;
  const { clearUnit, correctDomain, ...handlers } = others;
  const { domain } = errors;
  const about = nameOf(unit);

  const questions = QUESTIONS ? (props.questions?.[kind] ?? []) : [];
  const submit =
    kind === "brochure" || kind === "unit"
      ? (`submit_${kind}` as const)
      : "submit";
  const hidden = {
    form: kind,
    lang: props.lang,
    page: props.page,
    unit,
    notice_version: props.noticeVersion,
  };
  const hints: Partial<Record<Field, string | undefined>> = {
    phone: t("form.phone_hint"),
    email: domain && t("form.email_suggestion", { domain }),
    visit_1: props.visit?.text,
    message: t("form.message_hint"),
  };

  return (
    <form
      ref={form}
      id={id}
      className="island-form"
      method="post"
      action={props.action}
      aria-label={t(`form.titles.${kind}`)}
      {...handlers}
    >
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {/* Not `unit &&`: an empty string would be an empty text node, which does not exist in the HTML. */}
      {unit ? (
        <p key={unit} className="form-unit">
          {t(`form.${about}_selected`, { [about]: label })}
          {!props.unit && (
            <button type="button" onClick={clearUnit}>
              {t(`form.${about}_clear`)}
            </button>
          )}
        </p>
      ) : null}
      <div className="form-fields">
        {FIELDS[kind].map((name) => {
          // A unit that is not for sale is not visited; of a reserved one the visitor may hear.
          const isFree = !props.wish || props.wish === "visit";
          if (
            (MOMENTS as readonly Field[]).includes(name) &&
            !(props.visit && isFree)
          )
            return null;
          if (name === "wish" && props.wish === "information") return null;
          const more = OPTIONAL.has(name);
          const shared = {
            id,
            name,
            label: t(`form.${name}`),
            error: errors[name],
          };
          if (name in options) {
            const choice = name as Choice;
            const group = groupOf(kind, choice);
            const offered = options[choice]
              .filter(
                (key) =>
                  name !== "wish" ||
                  key === "information" ||
                  ((key === "notify") !== isFree &&
                    (key !== "plan" || props.plans)),
              )
              .map((key) => [key, t(`form.${group}.${key}`)] as const);
            // The page proposes these two.
            const value = values[name] ?? props[choice as "space" | "wish"];
            return (
              <ChoiceField
                key={name}
                {...shared}
                hint={undefined}
                options={offered}
                value={value}
                required={!more}
              />
            );
          }
          return (
            <TextField
              key={name}
              {...shared}
              value={values[name]}
              hint={hints[name]}
              accept={domain && name === "email" ? correctDomain : undefined}
              optional={more ? t("form.optional") : undefined}
              control={CONTROLS[name]!}
            />
          );
        })}
      </div>
      {QUESTIONS && questions.length > 0 && (
        <div className="form-fields">
          {questions.map((question) => (
            <AnswerField
              key={question.name}
              id={id}
              question={question}
              value={values[question.name]}
              error={errors[question.name]}
              optional={t("form.optional")}
            />
          ))}
        </div>
      )}
      {/* A honeypot: spam programs fill it in; people and browsers do not. */}
      <div className="form-trap" aria-hidden>
        <label>
          {t("form.honeypot")}
          <input name="website" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      <label className="form-consent">
        <input type="checkbox" name="marketing" />
        <span>{t("form.marketing")}</span>
      </label>
      <Outcome
        state={state}
        unit={label}
        whatsappUrl={props.whatsappUrl}
        phone={props.phone}
      />
      <div className="form-foot">
        <p className="form-notice" id={`${id}-notice`}>
          {`${t("form.notice")} `}
          <a href={props.privacyUrl}>{t("form.notice_link")}</a>
        </p>
        <button
          type="submit"
          className="button is-main form-submit"
          aria-disabled={state === "sending" || state === "sent" || undefined}
          aria-describedby={`${id}-notice`}
        >
          <FreshText
            text={t(
              `form.${state === "sending" ? "sending" : state === "failed" ? "retry" : submit}`,
            )}
          />
        </button>
      </div>
    </form>
  );
}

// Attributes of the controls of answers in words.
const ANSWER_CONTROLS = {
  text: { maxLength: 300, autoComplete: "off" },
  number: { inputMode: "decimal", autoComplete: "off" },
  date: { type: "date" },
} as const;

interface AnswerProps {
  /** The id of the form. */
  id: string;
  question: Question;
  value: string | undefined;
  error: string | undefined;
  /** The word "optional". */
  optional: string;
}

/** The field of a question of the development's own. */
function AnswerField({ id, question, value, error, optional }: AnswerProps) {
  const { name, kind, label, required } = question;
  const shared = {
    id,
    name,
    label,
    value,
    error,
    hint: question.hint ?? undefined,
    optional: required ? undefined : optional,
  };
  return kind === "choice" ? (
    <ChoiceField {...shared} options={question.options} required={required} />
  ) : (
    <TextField {...shared} control={ANSWER_CONTROLS[kind]} />
  );
}

type OutcomeProps = Pick<FormState, "state" | "unit"> &
  Pick<FormProps, "whatsappUrl" | "phone">;

/** What the texts about one unit, or about several, begin with. */
const nameOf = (unit: string) => (unit.includes(",") ? "units" : "unit");

/** The placeholder for the unit in a URL: `{{unit}}`, encoded. */
const PLACEHOLDER = encodeURIComponent("{{unit}}");

/** The result of sending: a status, which screen readers announce politely; a failure is an alert with two other contacts. `unit` is as
 * people write it. */
function Outcome({ state, unit, whatsappUrl, phone }: OutcomeProps) {
  const t = useTranslate();
  const status = {
    sending: "form.sending",
    sent: "form.success",
    online: "form.online",
  }[state as string];
  const failure = {
    failed: "form.failure_help",
    busy: "form.too_many",
    offline: "form.offline",
  }[state as string];
  const about = unit ? nameOf(unit) : "plain";
  return (
    <>
      {/* Also rendered empty, because screen readers announce only changes of an existing element. */}
      <p role="status" className={`form-status is-${state}`}>
        {status && <FreshText text={t(status)} />}
      </p>
      {failure && (
        <div key={state} role="alert" className="form-alert">
          {state !== "offline" && <strong>{t("form.failure")}</strong>}
          <p>{t(failure)}</p>
          <p className="actions">
            <a
              className="button"
              href={whatsappUrl[about].replaceAll(
                PLACEHOLDER,
                encodeURIComponent(unit),
              )}
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
