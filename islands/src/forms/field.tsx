// The fields of a lead form: label, control, and a line for a hint or an error.
import type { ReactNode } from "react";

interface FieldProps {
  /** The id of the form, which prefixes all ids. */
  id: string;
  name: string;
  label: string;
  error: string | undefined;
  /** The submitted value, in a page that shows a refused post. */
  value: string | undefined;
}

/** The ARIA attributes of a control; `hint` is the id of its hint, if it has one. */
const ariaOf = (id: string, error: string | undefined, hint: string | false) => ({
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

interface TextProps extends FieldProps {
  hint: string | undefined;
  /** The word "optional" after the label of an optional field; without it the field is required. */
  optional: string | undefined;
  /** Other attributes of the control: type, autocomplete, keyboard. */
  control: Record<string, string | number>;
}

/** A text input; with `control.rows` a textarea. */
export function TextField({ id: form, name, label, error, value, hint, optional, control }: TextProps) {
  const id = `${form}-${name}`;
  const Control = control.rows ? "textarea" : "input";
  return (
    <div className={`is-${name}`}>
      <label>
        {optional ? `${label} (${optional})` : label}
        <Control
          name={name}
          required={!optional}
          defaultValue={value}
          {...control}
          {...ariaOf(id, error, hint ? `${id}-hint` : false)}
        />
      </label>
      {(hint || error) && (
        <Note id={id} error={error}>
          {hint && (
            <span className="form-hint" id={`${id}-hint`}>
              {hint}
            </span>
          )}
        </Note>
      )}
    </div>
  );
}

interface ChoiceProps extends FieldProps {
  /** Pairs of value and label. */
  options: readonly (readonly [string, string])[];
  required: boolean;
}

/** A choice between a few options, as radio buttons. */
export function ChoiceField({ id: form, name, label, error, value, options, required }: ChoiceProps) {
  const id = `${form}-${name}`;
  return (
    <fieldset
      className={`is-${name}`}
      role="radiogroup"
      aria-required={required || undefined}
      {...ariaOf(id, error, false)}
    >
      <legend>{label}</legend>
      <div className="form-options">
        {options.map(([option, text]) => (
          <label key={option}>
            <input
              type="radio"
              name={name}
              value={option}
              required={required}
              defaultChecked={option === value}
            />
            <span>{text}</span>
          </label>
        ))}
      </div>
      {error && <Note id={id} error={error} />}
    </fieldset>
  );
}
