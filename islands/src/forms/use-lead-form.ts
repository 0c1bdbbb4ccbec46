// The behaviour of the form. Inputs are uncontrolled, so that hydration does not change what a visitor has already typed.
import {
  useEffect,
  useReducer,
  useRef,
  type FocusEvent,
  type FormEvent,
} from "react";
import { SITE_EVENT } from "../consent/site-event.ts";
import { readStored, storeValue } from "../page/storage.ts";
import { readTracking } from "../page/tracking.ts";
import { useTranslate } from "../strings.tsx";
import { captchaToken, loadCaptcha } from "./captcha.ts";
import { formReducer } from "./form-state.ts";
import type { FormProps } from "./index.tsx";
import { FIELDS, MEETINGS, MOMENTS, optionsOf, type Field } from "./kinds.ts";
import { suggestDomain } from "./mail-domain.ts";
import { isUnit, parseCodes } from "../list/codes.ts";
import { LIST_LIMIT } from "../list/limits.ts";
import { check, checkField } from "./rules.ts";
import { send } from "./send.ts";

/** Milliseconds from success to the thank-you page: long enough for a screen reader to read the message. */
export const THANKS_DURATION = 1_500;

type Draft = Record<string, string>;

/** What a form stores in sessionStorage. Equal values keep the key, by which the lead function knows the same lead again. */
interface Memory {
  draft?: Draft | undefined;
  key?: string | undefined;
  /** A hash of the values that were sent with `key`. */
  draftHash?: number | undefined;
}

/** The values of the form, as a post without script would send them. */
const valuesOf = (form: HTMLFormElement): Draft =>
  Object.fromEntries(new FormData(form)) as Draft;

/** The key for sending `draft`, also set in `memory`: the last key if the values are equal, otherwise a new one. */
function keyFor(memory: Memory, draft: Draft): string {
  let draftHash = 0;
  for (const letter of JSON.stringify(draft))
    draftHash = (Math.imul(draftHash, 31) + letter.codePointAt(0)!) | 0;
  if (!memory.key || memory.draftHash !== draftHash) {
    // `crypto.randomUUID` exists only on HTTPS pages.
    memory.key = crypto.getRandomValues(new Uint32Array(4)).join("-");
    memory.draftHash = draftHash;
  }
  return memory.key;
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
  // What does not affect rendering.
  const instance = useRef({
    memory: {} as Memory,
    /** Fields in which something was typed; only these are checked when they lose the focus. */
    touched: new Set<string>(),
    /** When the form started, by `performance.now()`. */
    started: 0,
    /** The timer that opens the thank-you page. */
    redirectTimer: 0,
  });

  // The form of a unit has its own draft; every other kind has one draft for all pages.
  const name = `site-form-${kind}${props.unit ?? ""}`;
  const fields: readonly string[] = FIELDS[kind];
  const options = optionsOf(props.strings, kind, props.visit?.hours);

  /** The values of the visitor, without those that the page adds. */
  const draftOf = (values: Draft): Draft =>
    Object.fromEntries(
      [...fields, "unit", "marketing"].map((field) => [
        field,
        values[field] ?? "",
      ]),
    );
  /** The error message of a field; undefined while it is valid. */
  const errorOf = (field: string, values: Draft): string | undefined => {
    const key = checkField(kind, field as Field, values[field], options);
    return key && t(`validation.${key}`);
  };

  useEffect(() => {
    const element = form.current!;
    const own = instance.current;
    own.started = performance.now();
    own.memory = (readStored(name, "sessionStorage") ?? {}) as Memory;
    // With script the rules replace the validation of the browser.
    element.noValidate = true;
    for (const control of element.elements as Iterable<HTMLInputElement>) {
      const saved = own.memory.draft?.[control.name];
      if (!saved || control.type === "hidden") continue;
      if (/radio|checkbox/.test(control.type))
        control.checked = control.value === saved;
      else control.value ||= saved;
    }
    const query = new URLSearchParams(location.search);
    const one = query.get("unidad");
    const list = query.get("unidades") ?? own.memory.draft?.unit ?? "";
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
      clearTimeout(own.redirectTimer);
      dispatch({ type: "reopened" });
    };
    addEventListener("pageshow", onShow, { signal });
    return () => {
      clearTimeout(own.redirectTimer);
      stop.abort();
    };
  }, [name]);

  useEffect(() => {
    if (!refusals) return;
    const refused = form.current!.querySelector<HTMLElement>(
      "[aria-invalid=true]",
    );
    (refused?.querySelector("input") ?? refused)?.focus();
  }, [refusals]);

  const refuse = (errors: [field: string, message: string][]): void =>
    dispatch({ type: "refused", errors: Object.fromEntries(errors) });

  const submit = async (element: HTMLFormElement): Promise<void> => {
    const own = instance.current;
    const values = valuesOf(element);
    // What the form does not show for this wish is not sent.
    if (!MEETINGS.has(values.wish))
      for (const field of MOMENTS) delete values[field];
    const draft = draftOf(values);
    // A list is in the field of the unit: the lead names the first of them, and all.
    const units = parseCodes(values.unit ?? "");
    values.unit = units[0] ?? "";
    const found = Object.entries(check(kind, values, options));
    if (found.length)
      return refuse(
        found.map(([field, key]) => [field, t(`validation.${key}`)]),
      );

    dispatch({ type: "sent-off" });
    // Stored before sending, so that the next attempt has the same key even if the page is closed now.
    own.memory.draft = draft;
    const key = keyFor(own.memory, draft);
    storeValue(name, own.memory, "sessionStorage");
    const { values: tracking, query } = readTracking();
    const answer = await send(props.action, {
      ...values,
      ...(units.length > 1 && { units }),
      key,
      elapsed_ms: Math.round(performance.now() - own.started),
      captcha: props.captchaSiteKey
        ? await captchaToken(props.captchaSiteKey)
        : "",
      tracking,
      query,
      ...(TRACKED &&
        document.documentElement.hasAttribute("data-measurement") && {
          measurement: "on",
        }),
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
      own.memory.draft = undefined;
      own.touched.clear();
      element.reset();
      own.redirectTimer = window.setTimeout(
        () =>
          location.assign(
            props.thanks + (values.visit_1 ? `?visita=${values.visit_1}` : ""),
          ),
        THANKS_DURATION,
      );
    } else if (answer.spent) {
      own.memory.key = undefined;
    }
    storeValue(name, own.memory, "sessionStorage");
  };

  return {
    form,
    state,
    unit,
    errors,
    options,
    onInput({ target }: FormEvent): void {
      const { name: field } = target as HTMLInputElement;
      const values = valuesOf(form.current!);
      const { memory, touched } = instance.current;
      touched.add(field);
      memory.draft = draftOf(values);
      storeValue(name, memory, "sessionStorage");
      dispatch({ type: "reopened" });
      // An error disappears while the visitor types; a new one shows only when the field loses the focus.
      if (errors[field] && !errorOf(field, values))
        dispatch({ type: "checked", field, error: undefined });
    },
    onBlur({ target }: FocusEvent): void {
      const { name: field } = target as HTMLInputElement;
      if (!instance.current.touched.has(field) || !fields.includes(field))
        return;
      const values = valuesOf(form.current!);
      const domain = field === "email" && suggestDomain(values.email!);
      // A suggestion does not prevent sending.
      const error =
        errorOf(field, values) ??
        (domain ? t("form.email_suggestion", { domain }) : undefined);
      if (error) dispatch({ type: "checked", field, error });
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
      const { memory } = instance.current;
      dispatch({ type: "unit-chosen", unit: "" });
      if (memory.draft) memory.draft.unit = "";
      storeValue(name, memory, "sessionStorage");
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
