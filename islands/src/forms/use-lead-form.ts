// The behaviour of the form. Inputs are uncontrolled, so that hydration does not change what a visitor has already typed.
import {
  useEffect,
  useReducer,
  useRef,
  useState,
  type FocusEvent,
  type FormEvent,
} from "react";
import { SITE_EVENT } from "../consent/site-event.ts";
import { readTracking, VALUE_LIMIT } from "../page/tracking.ts";
import { useTranslate } from "../strings.tsx";
import { TRACKING_NAMES } from "../types.ts";
import { captchaToken, loadCaptcha } from "./captcha.ts";
import { StoredDraft, type Values } from "./draft.ts";
import type { FormProps } from "./form-props.ts";
import { formReducer } from "./form-state.ts";
import {
  FIELDS,
  groupOf,
  MEETINGS,
  MOMENTS,
  optionsOf,
  type Field,
} from "./kinds.ts";
import { suggestDomain } from "./mail-domain.ts";
import { isUnit, parseCodes } from "../list/codes.ts";
import { LIST_LIMIT } from "../list/limits.ts";
import { checkAnswer } from "./questions.ts";
import { checkField } from "./rules.ts";
import { send } from "./send.ts";
import { storeSentRequest } from "./sent-request.ts";
import { textOf } from "./text-of.ts";

/** Milliseconds from success to the thank-you page: long enough for a screen reader to read the message. */
export const THANKS_DURATION = 1_500;

/** Maximum length of the query string that is sent; no real campaign needs more. */
const QUERY_LIMIT = 2000;

/** The values of the form, as a post without script would send them. */
const valuesOf = (form: HTMLFormElement): Values =>
  Object.fromEntries(new FormData(form)) as Values;

/** What a lead has beside the values of its form: how long the visitor took, and where from. */
async function circumstances({ captchaSiteKey }: FormProps, started: number) {
  const { values, query } = readTracking();
  const texts = TRACKING_NAMES.map((name) => [
    name,
    textOf(values[name], VALUE_LIMIT),
  ]).filter(([, text]) => text);
  return {
    elapsed_ms: Math.round(performance.now() - started),
    captcha: captchaSiteKey ? await captchaToken(captchaSiteKey) : "",
    tracking: Object.fromEntries(texts) as Values,
    query: textOf(query, QUERY_LIMIT),
    ...(TRACKED &&
      document.documentElement.hasAttribute("data-measurement") && {
        measurement: "on",
      }),
  };
}

/** The behaviour of one lead form: its state, and its event handlers. */
export function useLeadForm(props: FormProps) {
  const { kind } = props;
  const t = useTranslate();
  const form = useRef<HTMLFormElement>(null);
  const [{ state, unit, errors, refusals }, dispatch] = useReducer(
    formReducer,
    {
      state: props.state ?? "idle",
      unit: props.unit ?? props.values?.unit ?? "",
      errors: props.errors ?? {},
      refusals: 0,
    },
  );
  // The form of a unit has its own draft; every other kind has one draft for all pages.
  const [stored] = useState(
    () => new StoredDraft(`site-form-${kind}${props.unit ?? ""}`),
  );
  /** Fields in which something was typed; only these are checked when they lose the focus. */
  const touched = useRef(new Set<string>());
  /** When the form started, by `performance.now()`. */
  const started = useRef(0);
  /** The timer that opens the thank-you page. */
  const redirectTimer = useRef(0);

  const questions = QUESTIONS ? (props.questions?.[kind] ?? []) : [];
  const fields: readonly string[] = QUESTIONS
    ? [...FIELDS[kind], ...questions.map(({ name }) => name)]
    : FIELDS[kind];
  const options = optionsOf(props.strings, kind, props.visit?.hours);

  /** Codes of units as people write them. */
  const labelsOf = (codes: readonly string[]): string[] =>
    codes.map((code) => props.unitLabels?.[code] ?? code);

  /** The values of the visitor, without those that the page adds. */
  const draftOf = (values: Values): Values =>
    Object.fromEntries(
      [...fields, "unit", "marketing"].map((field) => [
        field,
        values[field] ?? "",
      ]),
    );
  /** The error message of a field; undefined while it is valid. */
  const errorOf = (field: string, values: Values): string | undefined => {
    if (QUESTIONS) {
      const question = questions.find(({ name }) => name === field);
      if (question) {
        const error = checkAnswer(question, values[field]);
        return error && question.errors[error];
      }
    }
    const key = checkField(kind, field as Field, values[field], options);
    return key && t(`validation.${key}`);
  };

  useEffect(() => {
    const element = form.current!;
    started.current = performance.now();
    // With script the rules replace the validation of the browser.
    element.noValidate = true;
    const draftUnit = stored.restore(element);
    const query = new URLSearchParams(location.search);
    const one = query.get("unidad");
    const list = query.get("unidades") ?? draftUnit;
    const codes =
      one === null
        ? parseCodes(list).slice(0, LIST_LIMIT)
        : [one].filter(isUnit);
    if (codes.length)
      dispatch({ type: "unit-suggested", unit: codes.join(", ") });

    const stop = new AbortController();
    const { signal } = stop;
    const onRequest = (event: Event): void => {
      const { unit: code } = (event as CustomEvent<{ unit: string }>).detail;
      if (!isUnit(code)) return;
      dispatch({ type: "unit-chosen", unit: code });
      element.scrollIntoView();
      // In a later task, because a closing dialog restores the focus after this event.
      setTimeout(() => firstEmpty(element)?.focus({ preventScroll: true }));
    };
    document.addEventListener(REQUEST_EVENT, onRequest, { signal });
    addEventListener("online", () => dispatch({ type: "came-online" }), {
      signal,
    });
    // The back button may show the page as it was left, with the thank-you message.
    const onShow = ({ persisted }: PageTransitionEvent): void => {
      // The first `pageshow` comes after all pictures have loaded; the form may have been sent before that.
      if (!persisted) return;
      clearTimeout(redirectTimer.current);
      dispatch({ type: "reopened" });
    };
    addEventListener("pageshow", onShow, { signal });
    return () => {
      clearTimeout(redirectTimer.current);
      stop.abort();
    };
  }, [stored]);

  useEffect(() => {
    if (!refusals) return;
    const refused = form.current!.querySelector<HTMLElement>(
      "[aria-invalid=true]",
    );
    (refused?.querySelector("input") ?? refused)?.focus();
  }, [refusals]);

  const mark = (field: string, error?: string): void =>
    dispatch({ type: "checked", field, error });

  const refuse = (errors: [field: string, message: string][]): void =>
    dispatch({ type: "refused", errors: Object.fromEntries(errors) });

  const submit = async (element: HTMLFormElement): Promise<void> => {
    const values = valuesOf(element);
    // What the form does not show for this wish is not sent.
    if (!MEETINGS.has(values.wish))
      for (const field of MOMENTS) delete values[field];
    const draft = draftOf(values);
    // A list is in the field of the unit: the lead names the first of them, and all.
    const units = parseCodes(values.unit ?? "");
    values.unit = units[0] ?? "";
    const found = fields.flatMap((field): [string, string][] => {
      const error = errorOf(field, values);
      return error ? [[field, error]] : [];
    });
    if (found.length) return refuse(found);

    dispatch({ type: "sent-off" });
    // Before sending, so that the next attempt has the same key even if the page is closed now.
    const key = stored.keyFor(draft);
    const answer = await send(props.action, {
      ...values,
      ...(units.length > 1 && { units }),
      key,
      ...(await circumstances(props, started.current)),
    });

    if (answer.state === "refused") {
      const known = Object.entries(answer.errors).filter(([field]) =>
        fields.includes(field),
      );
      return known.length
        ? refuse(known)
        : dispatch({ type: "answered", state: "failed" });
    }
    dispatch({ type: "answered", state: answer.state });
    if (answer.state === "sent") {
      if (TRACKED || COUNTED) {
        const detail = {
          event: "lead_sent",
          form: kind,
          unit: values.unit,
          reference: answer.reference,
        };
        element.dispatchEvent(
          new CustomEvent(SITE_EVENT, { bubbles: true, detail }),
        );
      }
      storeSentRequest({
        wish: values.wish && t(`form.${groupOf(kind, "wish")}.${values.wish}`),
        units: labelsOf(units),
      });
      stored.discard("draft");
      touched.current.clear();
      element.reset();
      redirectTimer.current = window.setTimeout(
        () =>
          location.assign(
            props.thanks + (values.visit_1 ? `?visita=${values.visit_1}` : ""),
          ),
        THANKS_DURATION,
      );
    } else if (answer.spent) {
      // It was used for other values.
      stored.discard("key");
    }
  };

  return {
    form,
    state,
    unit,
    label: labelsOf(unit.split(", ")).join(", "),
    errors,
    options,
    onInput({ target }: FormEvent): void {
      const { name: field } = target as HTMLInputElement;
      const values = valuesOf(form.current!);
      touched.current.add(field);
      stored.save(draftOf(values));
      dispatch({ type: "reopened" });
      if (field === "email") mark("domain");
      // An error disappears while the visitor types; a new one shows only when the field loses the focus.
      if (errors[field] && !errorOf(field, values)) mark(field);
    },
    onBlur({ target }: FocusEvent): void {
      const { name: field } = target as HTMLInputElement;
      if (!touched.current.has(field) || !fields.includes(field)) return;
      const values = valuesOf(form.current!);
      const error = errorOf(field, values);
      mark(field, error);
      if (field === "email" && !error)
        mark("domain", suggestDomain(values.email!));
    },
    correctDomain(): void {
      const input = form.current!["email"] as HTMLInputElement;
      input.value = input.value.replace(/@.*/, `@${errors["domain"]}`);
      // The draft has it too, and the focused button disappears.
      input.dispatchEvent(new Event("input", { bubbles: true }));
      input.focus();
    },
    onFocus(): void {
      if (props.captchaSiteKey)
        loadCaptcha(props.captchaSiteKey).catch(() => {});
    },
    onSubmit(event: FormEvent): void {
      event.preventDefault();
      if (state !== "sending" && state !== "sent") void submit(form.current!);
    },
    clearUnit(): void {
      dispatch({ type: "unit-chosen", unit: "" });
      stored.removeUnit();
      // The focused button disappears with the unit.
      firstEmpty(form.current!)?.focus();
      const address = new URL(location.href);
      for (const parameter of ["unidad", "unidades"])
        address.searchParams.delete(parameter);
      history.replaceState(history.state, "", address);
    },
  };
}

/** The first invalid control, or the button when all are valid. */
function firstEmpty(form: HTMLFormElement): HTMLElement | undefined {
  const controls = [...form.elements] as HTMLInputElement[];
  return controls.find((control) => !control.validity.valid) ?? controls.at(-1);
}
