// How the form behaves; index.tsx says what it looks like. What a visitor types stays in the
// document (inputs are uncontrolled), so hydration never takes a letter away from a fast typist.
import { useEffect, useRef, useState, type FocusEvent, type FormEvent, type RefObject } from "react";
import { tellSite } from "../consent/site-event.ts";
import { readTracking } from "../page/tracking.ts";
import { useTranslate } from "../strings.tsx";
import { token, warm } from "./captcha.ts";
import type { FormProps } from "./index.tsx";
import { KINDS, type Field } from "./kinds.ts";
import { keep, keyFor, recall, type Draft, type Memory } from "./memory.ts";
import { check, checkField, isUnit } from "./rules.ts";
import { send } from "./send.ts";

/** `online`: the connection is back after a failed attempt. `busy`: too many posts in a row. */
export type State = "idle" | "sending" | "sent" | "failed" | "busy" | "offline" | "online";

/** How long the thanks stand before the thank-you page, in milliseconds: long enough to be read out. */
export const THANKS = 1_500;

/** A selector on the page asks for a unit: `detail.unit` is its code. Dispatched on the document. */
const REQUEST_EVENT = "site-unit-request";

type Control = HTMLInputElement | HTMLTextAreaElement;

/** What the form holds: each field's name and value, as a plain post would send them. */
const read = (form: HTMLFormElement): Draft => Object.fromEntries(new FormData(form)) as Draft;

/** What the form knows without showing it. */
interface Own {
  memory: Memory;
  /** Fields in which something was typed; one only passed by is not accused. */
  touched: Set<string>;
  /** When the form came to life, on the browser's clock. */
  started: number;
  busy: boolean;
  /** The timer that leads to the thank-you page. */
  leaving?: ReturnType<typeof setTimeout>;
}

export interface LeadForm {
  form: RefObject<HTMLFormElement | null>;
  state: State;
  unit: string;
  /** The message of each refused field. */
  errors: Record<string, string>;
  onInput(event: FormEvent): void;
  onBlur(event: FocusEvent): void;
  onFocus(): void;
  onSubmit(event: FormEvent): void;
  clearUnit(): void;
}

export function useLeadForm(props: FormProps): LeadForm {
  const { kind } = props;
  const t = useTranslate();
  const form = useRef<HTMLFormElement>(null);
  const [state, setState] = useState<State>(props.state ?? "idle");
  const [errors, setErrors] = useState<Record<string, string>>(props.errors ?? {});
  const [unit, setUnit] = useState(props.unit ?? props.values?.unit ?? "");
  const [refusals, setRefusals] = useState(0);
  const own = useRef<Own>({ memory: {}, touched: new Set(), started: 0, busy: false }).current;

  // A unit's own form keeps its own draft; every other kind has one, on whatever page.
  const name = `site-form-${kind}${props.unit ?? ""}`;
  const fields: readonly string[] = KINDS[kind].fields;
  const message = (key: string): string => t(`validation.${key}`);

  /** What the visitor said, without what the page adds. */
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
    own.memory = recall(name);
    // From here on the rules speak, beside the fields; without script the browser's own do.
    element.noValidate = true;
    for (const control of element.elements as Iterable<HTMLInputElement>) {
      const kept = own.memory.draft?.[control.name];
      if (!kept || control.type === "hidden") continue;
      if (/radio|checkbox/.test(control.type)) control.checked = control.value === kept;
      else control.value ||= kept;
    }
    const asked = new URLSearchParams(location.search).get("unidad") ?? own.memory.draft?.unit ?? "";
    if (!unit && isUnit(asked)) setUnit(asked);

    const onRequest = (event: Event): void => {
      const { unit: code } = (event as CustomEvent<{ unit: string }>).detail;
      if (!isUnit(code)) return;
      setUnit(code);
      element.scrollIntoView();
      // After the event: a dialog that asks closes, and gives the focus back, only then.
      setTimeout(() => firstEmpty(element)?.focus({ preventScroll: true }));
    };
    const onOnline = (): void => setState((now) => (now === "offline" ? "online" : now));
    // The back button may bring the page as it was left, with its thanks.
    const onShow = ({ persisted }: PageTransitionEvent): void => {
      // The first showing comes with the page's last picture: thanks may stand by then.
      if (!persisted) return;
      clearTimeout(own.leaving);
      own.busy = false;
      setState((now) => (now === "sent" ? "idle" : now));
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
    const values = read(element);
    const found = Object.entries(check(kind, values)).map(([field, key]) => [field, message(key)]);
    if (found.length) return refuse(Object.fromEntries(found));

    own.busy = true;
    setErrors({});
    setState("sending");
    // Kept before it is sent: if the page goes away now, the next attempt has the same key.
    own.memory.draft = draft(values);
    const key = keyFor(own.memory, own.memory.draft);
    keep(name, own.memory);
    const { values: tracking, query } = readTracking();
    const answer = await send(props.action, {
      ...values,
      key,
      elapsed_ms: Math.round(performance.now() - own.started),
      captcha: props.captchaSiteKey ? await token(props.captchaSiteKey) : "",
      tracking,
      query,
    });
    // Thanks are an end: the second click of a double one must not send the emptied form.
    own.busy = answer.state === "sent";

    if (answer.state === "refused") {
      const known = Object.entries(answer.errors).filter(([field]) => fields.includes(field));
      return known.length ? refuse(Object.fromEntries(known)) : setState("failed");
    }
    setState(answer.state);
    if (answer.state === "sent") {
      if (TRACKED)
        tellSite(element, {
          event: "lead_sent",
          form: kind,
          unit: values.unit,
          reference: answer.reference,
        });
      own.memory.draft = undefined;
      own.touched.clear();
      element.reset();
      own.leaving = setTimeout(() => location.assign(props.thanks), THANKS);
    } else if (answer.spent) {
      own.memory.key = undefined;
    }
    keep(name, own.memory);
  };

  return {
    form,
    state,
    unit,
    errors,
    onInput({ target }) {
      const { name: field } = target as Control;
      const values = read(form.current!);
      own.touched.add(field);
      own.memory.draft = draft(values);
      keep(name, own.memory);
      // The brochure's thanks stand on the same page: whoever types again begins again.
      if (state === "sent") {
        own.busy = false;
        setState("idle");
      }
      if (errors[field] && !checkField(kind, field as Field, values[field])) {
        const { [field]: _, ...others } = errors;
        setErrors(others);
      }
    },
    onBlur({ target }) {
      const { name: field } = target as Control;
      if (!own.touched.has(field) || !fields.includes(field)) return;
      const key = checkField(kind, field as Field, read(form.current!)[field]);
      if (key) setErrors({ ...errors, [field]: message(key) });
    },
    onFocus() {
      if (props.captchaSiteKey) warm(props.captchaSiteKey).catch(() => {});
    },
    onSubmit(event) {
      event.preventDefault();
      if (!own.busy) void submit(form.current!);
    },
    clearUnit() {
      setUnit("");
      if (own.memory.draft) own.memory.draft.unit = "";
      keep(name, own.memory);
      // The button goes with the unit.
      firstEmpty(form.current!)?.focus();
      const address = new URL(location.href);
      address.searchParams.delete("unidad");
      history.replaceState(history.state, "", address);
    },
  };
}

/** Where a visitor goes on: the first control that still wants an answer, or else the button. */
function firstEmpty(form: HTMLFormElement): HTMLElement | undefined {
  const controls = [...form.elements] as HTMLInputElement[];
  return controls.find((control) => !control.validity.valid) ?? controls.at(-1);
}
