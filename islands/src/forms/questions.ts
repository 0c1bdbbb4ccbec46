// The development's own questions: the rule of their answers, the same as in the lead function (functions/cases/README.md).
import type { Question } from "../types.ts";
import { sizeOf, trim } from "./rules.ts";

const ANSWER_MAX = 300;

// At most 12 digits, also in groups of three, and a fraction.
const NUMBER =
  /^-?(?:[0-9]{1,12}|[0-9]{1,3}(?:[, \xa0\u202f][0-9]{3}){1,3})(?:\.[0-9]{1,6})?$/;
const SEPARATORS = /[, \xa0\u202f]/g;

const DATE = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/;

// One rule per kind, for a trimmed value that is not empty.
const rules: Record<
  Question["kind"],
  (value: string, question: Question) => boolean
> = {
  text: (value) => sizeOf(value) <= ANSWER_MAX,
  choice: (value, { options }) => options.some(([key]) => key === value),
  number(value, { min, max }) {
    const number = Number(value.replace(SEPARATORS, ""));
    return (
      NUMBER.test(value) &&
      number >= (min ?? -Infinity) &&
      number <= (max ?? Infinity)
    );
  },
  date(value) {
    const day = new Date(`${value}T00:00Z`);
    return (
      DATE.test(value) &&
      Number.isFinite(+day) &&
      day.toISOString().startsWith(value)
    );
  },
};

/** Why an answer is refused, or undefined. */
export function checkAnswer(
  question: Question,
  typed: string | undefined,
): keyof Question["errors"] | undefined {
  const value = trim(typed);
  if (!value) return question.required ? "required" : undefined;
  return rules[question.kind](value, question) ? undefined : "invalid";
}
