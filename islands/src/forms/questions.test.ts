import { describe, expect, it } from "vitest";
import shared from "../../../functions/cases/answers.json";
import type { Question } from "../types.ts";
import { checkAnswer } from "./questions.ts";

interface Case {
  name: string;
  question: Omit<Partial<Question>, "options"> & { options?: string[] };
  value: string;
  error: string | null;
}

const question = (given: Case["question"]): Question => ({
  name: "answer_own",
  kind: "text",
  label: "Own",
  hint: null,
  required: false,
  min: null,
  max: null,
  errors: { required: "It is missing.", invalid: "It is wrong." },
  ...given,
  options: (given.options ?? []).map((key) => [key, key]),
});

describe("functions/cases/answers.json", () => {
  it.each((shared as Case[]).map((one) => [one.name, one] as const))(
    "%s",
    (_, given) => {
      expect(checkAnswer(question(given.question), given.value) ?? null).toBe(
        given.error,
      );
    },
  );
});
