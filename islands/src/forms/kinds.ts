// The kinds of lead form: the fields of each in their order (spec S18), and the options of the choices, which the site's
// strings name. The form, its rules and its tests use this table; the lead function has one of its own.
import type { StringTree } from "../strings.tsx";

/** The values of `form` in a lead post. */
export type Kind = "contact" | "offices" | "units" | "home" | "brochure" | "unit";

/** A field that a visitor fills in; also its name in the post and in the errors of the lead function. */
export type Field = "name" | "phone" | "email" | "space" | "identity" | "message";

/** A field with options. */
export type Choice = "space" | "identity";

/** The options of both choices in one form, in their order. */
export type Options = Record<Choice, readonly string[]>;

const ALL: readonly Field[] = ["name", "phone", "email", "space", "identity", "message"];

/** The fields of every kind in their order. All are required except the message. */
export const FIELDS: Record<Kind, readonly Field[]> = {
  contact: ALL,
  offices: ALL,
  units: ALL,
  home: ALL,
  brochure: ["name", "phone", "email", "identity"],
  // Without `space`, which the unit determines.
  unit: ["name", "phone", "email", "identity", "message"],
};

/** The group below `form` in the strings that names the options of a choice. */
export function groupOf(kind: Kind, choice: Choice): string {
  return choice === "identity" && kind === "brochure" ? "identity_brochure_options" : `${choice}_options`;
}

/** The options of a form: those that its strings name. */
export function optionsOf(strings: StringTree, kind: Kind): Options {
  const form = strings.form as StringTree | undefined;
  const keys = (choice: Choice): string[] => Object.keys(form?.[groupOf(kind, choice)] ?? {});
  return { space: keys("space"), identity: keys("identity") };
}
