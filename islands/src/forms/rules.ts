// The rules of a lead, the one place on the browser's side. functions/cases/validation.json
// proves that the function has the same ones; functions/cases/README.md says them in words.
import { KINDS, SPACES, type Field, type Kind } from "./kinds.ts";

/** What a visitor typed; a field that was not sent counts as empty. */
export type Values = Partial<Record<Field | "unit", string>>;

/** For each refused field the key of its message under `validation.` in the strings. */
export type Errors = Partial<Record<Field | "unit", string>>;

const NAME_MAX = 100;
const MESSAGE_MAX = 2000;
const EMAIL_MAX = 254;

// White space as Unicode has it (\s leaves out U+0085) and a space that looks like nothing.
const BLANK = /[\s\x85\u200b]/;
// What could start a header line or a tag: control characters, line separators, angle brackets.
const NOT_IN_A_NAME = /[\0-\x1f\x7f-\x9f\u2028\u2029<>]/;
// Spaces, dashes, brackets, and the invisible marks that a number copied from a contact carries.
const AROUND_DIGITS = /[\p{Zs}\t\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\-\u2010-\u2015\u2212()[\]]/gu;
// The HTML standard's own expression for <input type=email>.
const EMAIL =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;
const UNIT = /^[a-z0-9][a-z0-9-]{0,19}$/i;

/** The value without the blanks around it; linear, whatever was pasted. */
export function trim(value = ""): string {
  let start = 0;
  let end = value.length;
  while (start < end && BLANK.test(value[start]!)) start++;
  while (start < end && BLANK.test(value[end - 1]!)) end--;
  return value.slice(start, end);
}

/** Whether an address or an event carries something shaped like a unit's code. */
export const isUnit = (code: string): boolean => UNIT.test(code);

// Code points, as the function counts them.
const size = (text: string): number => [...text].length;

// One rule per field, for a trimmed value that is not empty: what is wrong with it, if anything.
const rules: Record<keyof Values, (value: string, kind: Kind) => string | false> = {
  name: (value) => (size(value) > NAME_MAX ? "too_long" : NOT_IN_A_NAME.test(value) && "invalid"),
  phone(value) {
    const digits = value.replace(AROUND_DIGITS, "").replace(/^\+/, "");
    return /^[0-9]+$/.test(digits) ? !/^.{10,15}$/.test(digits) && "length" : "digits";
  },
  email: (value) => (value.length > EMAIL_MAX || !EMAIL.test(value)) && "invalid",
  space: (value) => !SPACES.includes(value) && "invalid",
  identity: (value, kind) => !KINDS[kind].identities.includes(value) && "invalid",
  message: (value) => size(value.replace(/\r\n/g, "\n")) > MESSAGE_MAX && "too_long",
  unit: (value) => !isUnit(value) && "invalid",
};

/** The error of one field, or undefined: a key under `validation.` in the strings. */
export function checkField(kind: Kind, field: keyof Values, typed: string | undefined): string | undefined {
  const value = trim(typed);
  const asked = field !== "message" && (KINDS[kind].fields as readonly string[]).includes(field);
  const wrong = value ? rules[field](value, kind) : asked && "required";
  return wrong ? `${field}_${wrong}` : undefined;
}

/** The errors of a whole form; empty when it may be sent. */
export function check(kind: Kind, values: Values): Errors {
  const errors: Errors = {};
  for (const field of Object.keys(rules) as (keyof Values)[]) {
    const error = checkField(kind, field, values[field]);
    if (error) errors[field] = error;
  }
  return errors;
}
