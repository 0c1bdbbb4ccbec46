// The validation rules of a lead, the same as in the lead function (functions/cases/README.md).
import { isUnit } from "../list/codes.ts";
import type { Kind } from "../types.ts";
import { FIELDS, OPTIONAL, type Field, type Options } from "./kinds.ts";

/** The values of the specified fields of a form; a missing field counts as empty. */
export type Values = Partial<Record<Field | "unit", string>>;

/** The error of each invalid field: a key under `validation.` in the strings. */
export type Errors = Partial<Record<Field | "unit", string>>;

const NAME_MAX = 100;
const MESSAGE_MAX = 2000;
const EMAIL_MAX = 254;

// Unicode white space (\s does not include U+0085) and the zero-width space.
const BLANK = /[\s\x85\u200b]/;
// A character that a reader sees.
const VISIBLE = /[^\s\p{Cc}\p{DI}]/u;
// Characters that could start a mail header line or an HTML tag: control characters, line separators, angle brackets.
const NOT_IN_A_NAME = /[\0-\x1f\x7f-\x9f\u2028\u2029<>]/;
// Spaces, dashes, brackets, and invisible characters that a number copied from a contact may contain.
const AROUND_DIGITS =
  /[\p{Zs}\t\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\-\u2010-\u2015\u2212()[\]]/gu;
// The regular expression of the HTML standard for <input type=email>, with at least one dot in the host.
const EMAIL =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$/;

// What the host of an international domain may have: no sign that would end the host of a URL.
const INTERNATIONAL_HOST = /^(?=.*[^\0-\x7f])[^\0-,/:-@[-`{-\x7f]+$/;

/** The address with the host of an international domain in ASCII: Chromium sends it so, and Firefox as it is typed. */
function withHostInAscii(address: string): string {
  const at = address.indexOf("@") + 1;
  const host = address.slice(at);
  if (!INTERNATIONAL_HOST.test(host)) return address;
  try {
    return address.slice(0, at) + new URL(`http://${host}`).hostname;
  } catch {
    return address;
  }
}

/** The value without white space around it, in linear time for any input. */
export function trim(value = ""): string {
  let start = 0;
  let end = value.length;
  while (start < end && BLANK.test(value[start]!)) start++;
  while (start < end && BLANK.test(value[end - 1]!)) end--;
  return value.slice(start, end);
}

/** The length in code points, like in the lead function. */
export const sizeOf = (text: string): number => [...text].length;

/** A day and an hour within the hours of visits. Yesterday in UTC may be today at the development. */
function moment(value: string, { hours }: Options): string | false {
  const at = new Date(`${value}Z`);
  const time = `${value.slice(11)}:00`;
  if (!hours) return "invalid";
  const { days, from, to } = hours;
  const isOpen =
    +at > Date.now() - 2 * 86_400_000 &&
    at.toISOString().startsWith(value) &&
    days.includes(at.getUTCDay() || 7) &&
    time >= from &&
    time < to;
  return !isOpen && "invalid";
}

// One rule per field, for a trimmed value that is not empty: the error, or false.
const rules: Record<
  keyof Values,
  (value: string, options: Options) => string | false
> = {
  name(value) {
    if (!VISIBLE.test(value)) return "required";
    return sizeOf(value) > NAME_MAX
      ? "too_long"
      : NOT_IN_A_NAME.test(value) && "invalid";
  },
  phone(value) {
    const digits = value.replace(AROUND_DIGITS, "").replace(/^\+/, "");
    return /^[0-9]+$/.test(digits)
      ? !/^.{10,15}$/.test(digits) && "length"
      : "digits";
  },
  email(value) {
    const address = withHostInAscii(value);
    return (address.length > EMAIL_MAX || !EMAIL.test(address)) && "invalid";
  },
  space: (value, { space }) => !space.includes(value) && "invalid",
  identity: (value, { identity }) => !identity.includes(value) && "invalid",
  wish: (value, { wish }) => !wish.includes(value) && "invalid",
  visit_1: moment,
  visit_2: moment,
  message: (value) =>
    sizeOf(value.replace(/\r\n/g, "\n")) > MESSAGE_MAX && "too_long",
  unit: (value) => !isUnit(value) && "invalid",
};

/** The error of one field, a key under `validation.` in the strings, or undefined. `options` are those of the form. */
export function checkField(
  kind: Kind,
  field: keyof Values,
  typed: string | undefined,
  options: Options,
) {
  const value = trim(typed);
  const isRequired =
    !OPTIONAL.has(field) && (FIELDS[kind] as readonly string[]).includes(field);
  const wrong = value ? rules[field](value, options) : isRequired && "required";
  return wrong ? `${field}_${wrong}` : undefined;
}

/** The errors of all fields; empty when the form may be sent. The form itself asks for one field after the other, with its questions. */
export function check(kind: Kind, values: Values, options: Options): Errors {
  const errors: Errors = {};
  for (const field of Object.keys(rules) as (keyof Values)[]) {
    const error = checkField(kind, field, values[field], options);
    if (error) errors[field] = error;
  }
  return errors;
}
