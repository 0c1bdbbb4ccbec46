// The state of a lead form and what changes it.

/** `online`: the connection is back after a failed attempt. `busy`: too many posts in a short time. */
export type State =
  "idle" | "sending" | "sent" | "failed" | "busy" | "offline" | "online";

/** What the form renders. */
export interface FormState {
  state: State;
  /** The code of the unit that the form is about, or several as a text: `O-305, O-310`; or "". */
  unit: string;
  /** The error message of each invalid field; of `domain` the mail domain that the visitor probably meant. */
  errors: Readonly<Record<string, string | undefined>>;
  /** How often a post was refused: each time the first invalid field gets the focus. */
  refusals: number;
}

export type FormAction =
  | { type: "sent-off" }
  | { type: "answered"; state: State }
  | { type: "refused"; errors: Record<string, string> }
  /** Something was typed, or the page is shown again as it was left: after success the form can be used again. */
  | { type: "reopened" }
  | { type: "checked"; field: string; error: string | undefined }
  | { type: "unit-chosen"; unit: string }
  /** The address or the draft names a unit, which counts only for a form without one. */
  | { type: "unit-suggested"; unit: string }
  | { type: "came-online" };

export function formReducer(form: FormState, action: FormAction): FormState {
  switch (action.type) {
    case "sent-off":
      return { ...form, state: "sending", errors: {} };
    case "answered":
      return { ...form, state: action.state };
    case "refused":
      return {
        ...form,
        state: "idle",
        errors: action.errors,
        refusals: form.refusals + 1,
      };
    case "reopened":
      return form.state === "sent" ? { ...form, state: "idle" } : form;
    case "checked":
      return {
        ...form,
        errors: { ...form.errors, [action.field]: action.error },
      };
    case "unit-chosen":
      return { ...form, unit: action.unit };
    case "unit-suggested":
      return { ...form, unit: form.unit || action.unit };
    case "came-online":
      return form.state === "offline" ? { ...form, state: "online" } : form;
  }
}
