// The fields of a lead form: label, control, and a line for a hint or an error.
interface FieldProps {
  /** The id of the form, which prefixes all ids. */
  id: string;
  name: string;
  label: string;
  error: string | undefined;
  /** The submitted value, in a page that shows a refused post. */
  value: string | undefined;
}

interface NoteProps {
  /** The id of the control. */
  id: string;
  error: string | undefined;
  hint?: string | undefined;
}

/** The texts of a note with their kinds. */
const textsOf = ({ error, hint }: NoteProps) => Object.entries({ hint, error }).filter(([, text]) => text);

/** The ARIA attributes of a control with a note. */
const ariaOf = (note: NoteProps) => ({
  "aria-invalid": note.error ? true : undefined,
  "aria-describedby":
    textsOf(note)
      .map(([kind]) => `${note.id}-${kind}`)
      .join(" ") || undefined,
});

function Note(note: NoteProps) {
  const texts = textsOf(note);
  return texts.length ? (
    <p className="form-note">
      {texts.map(([kind, text]) => (
        <span key={kind} className={`form-${kind}`} id={`${note.id}-${kind}`}>
          {text}
        </span>
      ))}
    </p>
  ) : null;
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
          {...ariaOf({ id, error, hint })}
        />
      </label>
      <Note {...{ id, error, hint }} />
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
      {...ariaOf({ id, error })}
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
      <Note {...{ id, error }} />
    </fieldset>
  );
}
