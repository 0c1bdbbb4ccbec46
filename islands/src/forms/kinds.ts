// The kinds of lead form: which fields each asks for, in order, and what it offers as answers.
// One table for the form, its rules and its tests (spec S18); the function holds its own copy.

/** The values of `form` in a lead post. */
export type Kind = "contact" | "offices" | "units" | "home" | "brochure" | "unit";

/** A field that a visitor fills in; also its name in the post and in the server's errors. */
export type Field = "name" | "phone" | "email" | "space" | "identity" | "message";

export interface KindRules {
  /** The fields shown, in order. All but the message are required. */
  fields: readonly Field[];
  /** The answers to "how do you identify yourself". */
  identities: readonly string[];
  /** The space chosen beforehand, where the page is about one use. */
  space?: string;
}

/** The answers to "the space you are looking for". */
export const SPACES: readonly string[] = ["oficina", "local"];

const ALL: readonly Field[] = ["name", "phone", "email", "space", "identity", "message"];
const BUYERS: readonly string[] = ["broker", "director", "investor"];

export const KINDS: Record<Kind, KindRules> = {
  contact: { fields: ALL, identities: BUYERS },
  offices: { fields: ALL, identities: BUYERS, space: "oficina" },
  units: { fields: ALL, identities: BUYERS, space: "local" },
  home: { fields: ALL, identities: BUYERS },
  brochure: {
    fields: ["name", "phone", "email", "identity"],
    identities: ["broker", "investor", "end_user"],
  },
  // The unit itself says which space is sought.
  unit: { fields: ["name", "phone", "email", "identity", "message"], identities: BUYERS },
};
