import fc from "fast-check";
import { describe, expect, it } from "vitest";
import en from "../../../content/en/strings.json";
import es from "../../../content/es/strings.json";
import shared from "../../../functions/cases/validation.json";
import { createTranslate } from "../strings.tsx";
import type { Kind } from "../types.ts";
import { FIELDS, optionsOf } from "./kinds.ts";
import { check, checkField, trim, type Errors, type Values } from "./rules.ts";

interface Case {
  name: string;
  form: Kind;
  input: Values;
  errors: Errors;
}

const cases = shared as Case[];
const kinds = Object.keys(FIELDS) as Kind[];

/** The options that the strings of the site name. */
const options = (kind: Kind) =>
  optionsOf(es, kind, {
    days: [1, 2, 3, 4, 5],
    from: "09:00:00",
    to: "18:00:00",
  });

describe("functions/cases/validation.json", () => {
  it.each(cases.map((one) => [one.name, one] as const))(
    "%s",
    (_, { form, input, errors }) => {
      expect(check(form, input, options(form))).toEqual(errors);
    },
  );

  it.each(Object.entries({ es, en }))(
    "has a message for every error, in %s",
    (lang, { validation }) => {
      const t = createTranslate(lang, { validation });
      for (const key of new Set(
        cases.flatMap((one) => Object.values(one.errors)),
      )) {
        expect(t(`validation.${key}`), key).not.toBe(`validation.${key}`);
      }
    },
  );

  it("covers every error of the rules", () => {
    const shown = new Set(cases.flatMap((one) => Object.values(one.errors)));
    const known = ["required", "too_long", "invalid"].map(
      (wrong) => `name_${wrong}`,
    );
    known.push(
      "phone_required",
      "phone_digits",
      "phone_length",
      "email_required",
      "email_invalid",
    );
    known.push(
      "space_required",
      "space_invalid",
      "identity_required",
      "identity_invalid",
      "message_too_long",
    );
    known.push(
      "unit_invalid",
      "wish_invalid",
      "visit_1_invalid",
      "visit_2_invalid",
    );
    expect([...shown].sort()).toEqual(known.sort());
  });
});

describe("rules, for any input", () => {
  const text = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.string(),
    fc.string({ unit: "grapheme" }),
  );
  const phone = fc.string({
    unit: fc.constantFrom(..."0123456789 +-()\u00a0\u202ax٣\r\n"),
  });
  const email = fc.oneof(fc.emailAddress(), text);
  const fields = [
    ...["name", "phone", "email", "space", "identity", "message", "unit"],
    ...["wish", "visit_1", "visit_2"],
  ] as (keyof Values)[];
  const moment = fc
    .date({ noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 16));
  const values = fc.record<Values>(
    {
      name: text,
      phone: fc.oneof(phone, text),
      email,
      space: fc.oneof(text, fc.constantFrom("oficina", "local")),
      identity: fc.oneof(text, fc.constantFrom("broker", "investor")),
      message: text,
      unit: text,
      wish: fc.oneof(text, fc.constantFrom("visit", "plan")),
      visit_1: fc.oneof(text, moment),
      visit_2: fc.oneof(text, moment),
    },
    { requiredKeys: [] },
  );

  it("never throw, and return only known fields and errors", () => {
    fc.assert(
      fc.property(fc.constantFrom(...kinds), values, (kind, typed) => {
        for (const [field, error] of Object.entries(
          check(kind, typed, options(kind)),
        )) {
          expect(fields).toContain(field);
          expect(error).toMatch(
            new RegExp(`^${field}_(required|invalid|too_long|digits|length)$`),
          );
        }
      }),
    );
  });

  it("accept only values within the limits", () => {
    fc.assert(
      fc.property(fc.constantFrom(...kinds), values, (kind, typed) => {
        const errors = check(kind, typed, options(kind));
        const value = (field: keyof Values): string => trim(typed[field]);
        if (!errors.name) expect([...value("name")].length).toBeGreaterThan(0);
        if (!errors.name)
          expect([...value("name")].length).toBeLessThanOrEqual(100);
        if (!errors.name) expect(value("name")).not.toMatch(/[\r\n\0<>]/);
        if (!errors.phone)
          expect(value("phone").replace(/[^0-9]/g, "")).toMatch(
            /^[0-9]{10,15}$/,
          );
        if (!errors.phone) expect(value("phone")).not.toMatch(/[a-z\r\n]/i);
        if (!errors.email)
          expect(value("email")).toMatch(/^[!-~]{1,252}@[a-z0-9.-]+$/i);
        if (!errors.email)
          expect(value("email").length).toBeLessThanOrEqual(254);
        if (!errors.identity)
          expect(options(kind).identity).toContain(value("identity"));
        if (!errors.message)
          expect([...value("message")].length).toBeLessThanOrEqual(4000);
        if (!errors.unit) expect(value("unit")).toMatch(/^[a-z0-9_-]{0,32}$/i);
      }),
    );
  });

  it("ignore white space around a value", () => {
    const blanks = fc.string({
      unit: fc.constantFrom(..." \t\r\n\u00a0\u3000\u200b\u0085\ufeff"),
    });
    fc.assert(
      fc.property(
        fc.constantFrom(...kinds),
        fc.constantFrom(...fields),
        text,
        blanks,
        blanks,
        (kind, field, value, before, after) => {
          expect(
            checkField(kind, field, before + value + after, options(kind)),
          ).toBe(checkField(kind, field, value, options(kind)));
        },
      ),
    );
  });

  it("accept a phone number with any grouping", () => {
    const digits = fc.string({
      unit: fc.constantFrom(..."0123456789"),
      minLength: 10,
      maxLength: 15,
    });
    const gap = fc.constantFrom("", " ", "-", "\u2013", "\u00a0", " (", ") ");
    fc.assert(
      fc.property(
        digits,
        fc.array(gap, { minLength: 15, maxLength: 15 }),
        fc.boolean(),
        (number, gaps, plus) => {
          const shown =
            (plus ? "+" : "") +
            [...number].map((digit, index) => digit + gaps[index]).join("");
          expect(
            checkField("contact", "phone", shown, options("contact")),
          ).toBeUndefined();
        },
      ),
    );
  });

  // A regular expression with exponential backtracking would exceed the timeout of the test.
  it("handle a long paste", () => {
    const typed = {
      name: `a${" ".repeat(200_000)}a`,
      email: `${"a.".repeat(100_000)}@`,
      message: " ".repeat(200_000),
    };
    const errors = check("contact", typed, options("contact"));
    expect(Object.keys(errors)).toContain("email");
  });
});
