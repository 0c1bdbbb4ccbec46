// The behaviour of the form; index.tsx renders it. Inputs are uncontrolled, so that hydration does not change what a
// visitor has already typed.
import { useEffect, useRef, useState, type FocusEvent, type FormEvent, type RefObject } from "react";
import { dispatchSiteEvent } from "../consent/site-event.ts";
import { readTracking } from "../page/tracking.ts";
import { useTranslate } from "../strings.tsx";
import { captchaToken, loadCaptcha } from "./captcha.ts";
import type { FormProps } from "./index.tsx";
import { FIELDS, optionsOf, type Field } from "./kinds.ts";
import { keyFor, readMemory, storeMemory, type Draft, type Memory } from "./memory.ts";
import { check, checkField, isUnit } from "./rules.ts";
import { send } from "./send.ts";

/** `online`: the connection is back after a failed attempt. `busy`: too many posts in a short time. */
export type State = "idle" | "sending" | "sent" | "failed" | "busy" | "offline" | "online";

/** Milliseconds from success to the thank-you page: long enough for a screen reader to read the message. */
export const THANKS_DURATION = 1_500;

/** As in selector/unit-links.ts; not imported from there, because esbuild would make a shared chunk for one constant. */
const REQUEST_EVENT = "site-unit-request";

type Control = HTMLInputElement | HTMLTextAreaElement;

/** The values of the form, as a post without script would send them. */
const valuesOf = (form: HTMLFormElement): Draft => Object.fromEntries(new FormData(form)) as Draft;

/** State that is not rendered. */
interface Own {
  memory: Memory;
  /** Fields in which something was typed; only these are checked when they lose the focus. */
  touched: Set<string>;
  /** When the form started, by `performance.now()`. */
  started: number;
  busy: boolean;
  /** The timer that opens the thank-you page. */
  leaving?: ReturnType<typeof setTimeout>;
}

/** The state of the form, and its event handlers. */
export interface LeadForm {
  form: RefObject<HTMLFormElement | null>;
  state: State;
  unit: string;
  /** The error message of each invalid field. */
  errors: Record<string, string>;
  onInput(event: FormEvent): void;
  onBlur(event: FocusEvent): void;
  onFocus(): void;
  onSubmit(event: FormEvent): void;
  clearUnit(): void;
}

/** The behaviour of one lead form. */
export function useLeadForm(props: FormProps): LeadForm {
  const { kind } = props;
  const t = useTranslate();
  const form = useRef<HTMLFormElement>(null);
  const [state, setState] = useState<State>(props.state ?? "idle");
  const [errors, setErrors] = useState<Record<string, string>>(props.errors ?? {});
  const [unit, setUnit] = useState(props.unit ?? props.values?.unit ?? "");
  const [refusals, setRefusals] = useState(0);
  const own = useRef<Own>({ memory: {}, touched: new Set(), started: 0, busy: false }).current;

  // The form of a unit has its own draft; every other kind has one draft for all pages.
  const name = `site-form-${kind}${props.unit ?? ""}`;
  const fields: readonly string[] = FIELDS[kind];
  const options = optionsOf(props.strings, kind);
  const message = (key: string): string => t(`validation.${key}`);

  /** The values of the visitor, without those that the page adds. */
  const draft = (values: Draft): Draft =>
    Object.fromEntries([...fields, "unit", "marketing"].map((field) => [field, values[field] ?? ""]));

  const refuse = (found: Record<string, string>): void => {
    setErrors(found);
    setState("idle");
    setRefusals((count) => count + 1);
  };

  useEffect(() => {
    const element = form.current!;
    own.started = performance.now();
    own.memory = readMemory(name);
    // With script the rules replace the validation of the browser.
    element.noValidate = true;
    for (const control of element.elements as Iterable<HTMLInputElement>) {
      const saved = own.memory.draft?.[control.name];
      if (!saved || control.type === "hidden") continue;
      if (/radio|checkbox/.test(control.type)) control.checked = control.value === saved;
      else control.value ||= saved;
    }
    const requested = new URLSearchParams(location.search).get("unidad") ?? own.memory.draft?.unit ?? "";
    if (!unit && isUnit(requested)) setUnit(requested);

    const onRequest = (event: Event): void => {
      const { unit: code } = (event as CustomEvent<{ unit: string }>).detail;
      if (!isUnit(code)) return;
      setUnit(code);
      element.scrollIntoView();
      // In a later task, because a closing dialog restores the focus after this event.
      setTimeout(() => firstEmpty(element)?.focus({ preventScroll: true }));
    };
    const onOnline = (): void => setState((previous) => (previous === "offline" ? "online" : previous));
    // The back button may show the page as it was left, with the thank-you message.
    const onShow = ({ persisted }: PageTransitionEvent): void => {
      // The first `pageshow` comes after all pictures have loaded; the form may have been sent before that.
      if (!persisted) return;
      clearTimeout(own.leaving);
      own.busy = false;
      setState((previous) => (previous === "sent" ? "idle" : previous));
    };
    document.addEventListener(REQUEST_EVENT, onRequest);
    addEventListener("online", onOnline);
    addEventListener("pageshow", onShow);
    return () => {
      clearTimeout(own.leaving);
      document.removeEventListener(REQUEST_EVENT, onRequest);
      removeEventListener("online", onOnline);
      removeEventListener("pageshow", onShow);
    };
  }, []);

  useEffect(() => {
    if (!refusals) return;
    const refused = form.current!.querySelector<HTMLElement>("[aria-invalid=true]");
    (refused?.querySelector("input") ?? refused)?.focus();
  }, [refusals]);

  const submit = async (element: HTMLFormElement): Promise<void> => {
    const values = valuesOf(element);
    const found = Object.entries(check(kind, values, options)).map(([field, key]) => [field, message(key)]);
    if (found.length) return refuse(Object.fromEntries(found));

    own.busy = true;
    setErrors({});
    setState("sending");
    // Stored before sending, so that the next attempt has the same key even if the page is closed now.
    own.memory.draft = draft(values);
    const key = keyFor(own.memory, own.memory.draft);
    storeMemory(name, own.memory);
    const { values: tracking, query } = readTracking();
    const answer = await send(props.action, {
      ...values,
      key,
      elapsed_ms: Math.round(performance.now() - own.started),
      captcha: props.captchaSiteKey ? await captchaToken(props.captchaSiteKey) : "",
      tracking,
      query,
    });
    // Stays busy after success: a second click must not send the emptied form.
    own.busy = answer.state === "sent";

    if (answer.state === "refused") {
      const known = Object.entries(answer.errors).filter(([field]) => fields.includes(field));
      return known.length ? refuse(Object.fromEntries(known)) : setState("failed");
    }
    setState(answer.state);
    if (answer.state === "sent") {
      if (TRACKED)
        dispatchSiteEvent(element, {
          event: "lead_sent",
          form: kind,
          unit: values.unit,
          reference: answer.reference,
        });
      own.memory.draft = undefined;
      own.touched.clear();
      element.reset();
      own.leaving = setTimeout(() => location.assign(props.thanks), THANKS_DURATION);
    } else if (answer.spent) {
      own.memory.key = undefined;
    }
    storeMemory(name, own.memory);
  };

  return {
    form,
    state,
    unit,
    errors,
    onInput({ target }) {
      const { name: field } = target as Control;
      const values = valuesOf(form.current!);
      own.touched.add(field);
      own.memory.draft = draft(values);
      storeMemory(name, own.memory);
      // The form can be used again after success, when the visitor types something.
      if (state === "sent") {
        own.busy = false;
        setState("idle");
      }
      if (errors[field] && !checkField(kind, field as Field, values[field], options)) {
        const { [field]: _, ...others } = errors;
        setErrors(others);
      }
    },
    onBlur({ target }) {
      const { name: field } = target as Control;
      if (!own.touched.has(field) || !fields.includes(field)) return;
      const key = checkField(kind, field as Field, valuesOf(form.current!)[field], options);
      if (key) setErrors({ ...errors, [field]: message(key) });
    },
    onFocus() {
      if (props.captchaSiteKey) loadCaptcha(props.captchaSiteKey).catch(() => {});
    },
    onSubmit(event) {
      event.preventDefault();
      if (!own.busy) void submit(form.current!);
    },
    clearUnit() {
      setUnit("");
      if (own.memory.draft) own.memory.draft.unit = "";
      storeMemory(name, own.memory);
      // The focused button disappears with the unit.
      firstEmpty(form.current!)?.focus();
      const address = new URL(location.href);
      address.searchParams.delete("unidad");
      history.replaceState(history.state, "", address);
    },
  };
}

/** The first invalid control, or the button when all are valid. */
function firstEmpty(form: HTMLFormElement): HTMLElement | undefined {
  const controls = [...form.elements] as HTMLInputElement[];
  return controls.find((control) => !control.validity.valid) ?? controls.at(-1);
}
