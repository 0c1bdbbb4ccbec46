// The kinds of lead form: the fields of each in their order, and the options of the choices (spec S18). The form, its
// rules and its tests use this table; the lead function has one of its own.
import type { StringTree } from "../strings.tsx";

/** The values of `form` in a lead post. */
export type Kind = "contact" | "offices" | "units" | "home" | "brochure" | "unit";

/** A field that a visitor fills in; also its name in the post and in the errors of the lead function. */
export type Field = "name" | "phone" | "email" | "space" | "identity" | "message";

/** The fields and options of one kind. */
export interface KindRules {
  /** The fields in their order. All are required except the message. */
  fields: readonly Field[];
  /** The options of the field `identity`. */
  identities: readonly string[];
}

/** The options of the field `space`: the uses that the strings of a form name, in their order. */
export function spacesOf(strings: StringTree): readonly string[] {
  const form = strings.form as StringTree | undefined;
  return Object.keys((form?.space_options as StringTree | undefined) ?? {});
}

const ALL: readonly Field[] = ["name", "phone", "email", "space", "identity", "message"];
const BUYERS: readonly string[] = ["broker", "director", "investor"];

/** The rules of every kind. */
export const KINDS: Record<Kind, KindRules> = {
  contact: { fields: ALL, identities: BUYERS },
  offices: { fields: ALL, identities: BUYERS },
  units: { fields: ALL, identities: BUYERS },
  home: { fields: ALL, identities: BUYERS },
  brochure: {
    fields: ["name", "phone", "email", "identity"],
    identities: ["broker", "investor", "end_user"],
  },
  // Without `space`, which the unit determines.
  unit: { fields: ["name", "phone", "email", "identity", "message"], identities: BUYERS },
};
