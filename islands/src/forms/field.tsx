// The fields of a lead form: label, control, and a line for a hint or an error.
interface FieldProps {
  /** The id of the form, which prefixes all ids. */
  id: string;
  name: string;
  label: string;
  error: string | undefined;
  /** The submitted value, in a page that shows a refused post. */
  value: string | undefined;
  /** A line below the control. */
  hint: string | undefined;
  /** Does what the hint proposes. */
  accept?: (() => void) | undefined;
}

/** The ARIA attributes of a control, and the line below it that they name: a hint, an error, both or nothing. */
function noteOf(
  id: string,
  error: string | undefined,
  hint?: string,
  accept?: () => void,
) {
  const Note = (accept ? "button" : "span") as "button";
  const texts = Object.entries({ hint, error }).filter(([, text]) => text);
  const aria = {
    "aria-invalid": error ? true : undefined,
    "aria-describedby":
      texts.map(([kind]) => `${id}-${kind}`).join(" ") || undefined,
  };
  const note = texts.length > 0 && (
    <p className="form-note">
      {texts.map(([kind, text]) => (
        <Note
          key={text}
          type={accept && "button"}
          className={`form-${kind}`}
          id={`${id}-${kind}`}
          onClick={accept}
        >
          {text}
        </Note>
      ))}
    </p>
  );
  return { aria, note };
}

interface TextProps extends FieldProps {
  /** The word "optional" after the label of an optional field; without it the field is required. */
  optional: string | undefined;
  /** Other attributes of the control: type, autocomplete, keyboard. */
  control: Record<string, string | number>;
}

/** A text input; with `control.rows` a textarea. */
export function TextField({
  id: form,
  name,
  label,
  error,
  value,
  hint,
  accept,
  optional,
  control,
}: TextProps) {
  const { aria, note } = noteOf(`${form}-${name}`, error, hint, accept);
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
          {...aria}
        />
      </label>
      {note}
    </div>
  );
}

interface ChoiceProps extends FieldProps {
  /** Pairs of value and label. */
  options: readonly (readonly [string, string])[];
  required: boolean;
  /** The word "optional" after the label, where it must tell the field from required ones. */
  optional?: string | undefined;
}

/** A choice between a few options, as radio buttons. */
export function ChoiceField({
  id: form,
  name,
  label,
  error,
  value,
  hint,
  options,
  required,
  optional,
}: ChoiceProps) {
  const { aria, note } = noteOf(`${form}-${name}`, error, hint);
  return (
    <fieldset
      className={`is-${name}`}
      role="radiogroup"
      aria-required={required || undefined}
      {...aria}
    >
      <legend>{optional ? `${label} (${optional})` : label}</legend>
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
      {note}
    </fieldset>
  );
}
