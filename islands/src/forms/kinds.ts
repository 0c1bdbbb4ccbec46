// The kinds of lead form: the fields of each in their order (spec S18), and the options of the choices.
import type { FormSettings, Kind, StringTree } from "../types.ts";

/** A field that a visitor fills in; also its name in the post and in the errors of the lead function. */
export type Field =
  "name" | "phone" | "email" | Choice | (typeof MOMENTS)[number] | "message";

export type Choice = "space" | "identity" | "wish";

/** What a form offers: the options of each choice in their order, and when a visit may begin (Monday is 1). */
export type Options = Record<Choice, readonly string[]> & {
  hours?: NonNullable<FormSettings["visit"]>["hours"];
};

/** The fields with a day and an hour, of those who wish to meet. */
export const MOMENTS = ["visit_1", "visit_2"] as const;

/** The wishes with a day and an hour. */
export const MEETINGS: ReadonlySet<string | undefined> = new Set([
  "visit",
  "video",
  "call",
]);

const WISHES: readonly Field[] = ["wish", ...MOMENTS, "message"];

/** The fields that may stay empty. */
export const OPTIONAL: ReadonlySet<string> = new Set(WISHES);

const ALL: readonly Field[] = [
  "name",
  "phone",
  "email",
  "space",
  "identity",
  ...WISHES,
];

/** The fields of every kind in their order. Moments need hours. */
export const FIELDS: Record<Kind, readonly Field[]> = {
  contact: ALL,
  offices: ALL,
  units: ALL,
  home: ALL,
  brochure: ["name", "phone", "email", "identity"],
  // Without `space`, which the unit determines.
  unit: ["name", "phone", "email", "identity", ...WISHES],
};

/** The group below `form` in the strings that names the options of a choice. */
export function groupOf(kind: Kind, choice: Choice): string {
  return choice === "identity" && kind === "brochure"
    ? "identity_brochure_options"
    : `${choice}_options`;
}

/** The options of a form: those that its strings name. */
export function optionsOf(
  strings: StringTree,
  kind: Kind,
  hours?: Options["hours"],
): Options {
  const form = strings.form as StringTree | undefined;
  const keys = (choice: Choice): string[] =>
    Object.keys(form?.[groupOf(kind, choice)] ?? {});
  return {
    space: keys("space"),
    identity: keys("identity"),
    wish: keys("wish"),
    hours,
  };
}
