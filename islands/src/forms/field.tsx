// One field of a lead form: its label, its control, and below it a line for a hint or an error.
import type { ReactNode } from "react";

interface Shared {
  /** Prefix of the ids; unique on the page. */
  id: string;
  name: string;
  label: string;
  error: string | undefined;
  /** What the visitor had typed or chosen, in a page that shows a refused post. */
  value: string | undefined;
}

/** The attributes that tell a control's state; `hint` is the id of its hint, if it has one. */
const described = (id: string, error: string | undefined, hint: string | false) => ({
  "aria-invalid": error ? true : undefined,
  "aria-describedby": [hint, error && `${id}-error`].filter(Boolean).join(" ") || undefined,
});

function Note({ id, error, children }: { id: string; error: string | undefined; children?: ReactNode }) {
  return (
    <p className="form-note">
      {children}
      {error && (
        <span className="form-error" id={`${id}-error`}>
          {error}
        </span>
      )}
    </p>
  );
}

interface TextProps extends Shared {
  hint: string | undefined;
  /** A word after the label of a field that may stay empty; without it the field is required. */
  optional: string | undefined;
  /** Further attributes of the control: type, autocomplete, keyboard. */
  control: Record<string, string | number>;
}

/** A line of text, or with `control.rows` several. */
export function TextField({ id: form, name, label, error, value, hint, optional, control }: TextProps) {
  const id = `${form}-${name}`;
  const Control = control.rows ? "textarea" : "input";
  return (
    <div className={`form-field is-${name}`}>
      <label htmlFor={id}>
        {label}
        {optional && <span className="form-optional">{` (${optional})`}</span>}
      </label>
      <Control
        id={id}
        name={name}
        required={!optional}
        defaultValue={value ?? ""}
        {...control}
        {...described(id, error, hint ? `${id}-hint` : false)}
      />
      <Note id={id} error={error}>
        {hint && (
          <span className="form-hint" id={`${id}-hint`}>
            {hint}
          </span>
        )}
      </Note>
    </div>
  );
}

interface ChoiceProps extends Shared {
  /** Pairs of value and label. */
  options: readonly (readonly [string, string])[];
}

/** One of a few answers: all in sight, one touch each. */
export function ChoiceField({ id: form, name, label, error, value, options }: ChoiceProps) {
  const id = `${form}-${name}`;
  return (
    <fieldset
      className={`form-field is-${name}`}
      role="radiogroup"
      aria-required
      {...described(id, error, false)}
    >
      <legend>{label}</legend>
      <div className="form-options">
        {options.map(([option, text]) => (
          <label key={option}>
            <input type="radio" name={name} value={option} required defaultChecked={option === value} />
            <span>{text}</span>
          </label>
        ))}
      </div>
      <Note id={id} error={error} />
    </fieldset>
  );
}
