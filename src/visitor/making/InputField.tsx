import type { PublicInput } from '#contract/visitor.ts';
import { making } from '#i18n/zh/visitor/making.ts';
import { Field } from './Field.tsx';
import { rangeOf } from './fields.ts';

export interface InputFieldProps {
  input: PublicInput;
  value: string | boolean;
  error: string | undefined;
  onChange: (value: string | boolean) => void;
}

/** Up to so many options are all visible. */
const MOST_CHIPS = 6;

/** One input of the template other than photos. */
export const InputField = (props: InputFieldProps) => {
  const { type, options = [] } = props.input;
  switch (type) {
    case 'switch':
      return <SwitchField {...props} />;
    case 'slider':
      return <SliderField {...props} />;
    case 'select':
      return options.length > MOST_CHIPS ? <SelectField {...props} /> : <ChipsField {...props} />;
    case 'number':
    case 'seed':
      return <NumberField {...props} />;
    default:
      return <TextField {...props} />;
  }
};

const TextField = ({ input, value, error, onChange }: InputFieldProps) => {
  const { type, maxLength } = input;
  const text = String(value);
  return (
    <Field
      input={input}
      error={error}
      aside={maxLength && <span className="hint">{making.characters(text.length, maxLength)}</span>}
    >
      {control => {
        const common = { ...control, value: text, ...(maxLength && { maxLength }) };
        return type === 'textarea' ? (
          <textarea rows={3} {...common} onChange={({ target }) => onChange(target.value)} />
        ) : (
          <input type="text" {...common} onChange={({ target }) => onChange(target.value)} />
        );
      }}
    </Field>
  );
};

const limitsOf = ({ type, min, max }: PublicInput): string | undefined => {
  if (type === 'seed') return making.seedHint;
  if (min != null && max != null) return making.between(min, max);
  if (min != null) return making.atLeast(min);
  return max != null ? making.atMost(max) : undefined;
};

const NumberField = ({ input, value, error, onChange }: InputFieldProps) => (
  <Field input={input} error={error} hint={limitsOf(input)}>
    {control => (
      <input
        {...control}
        // An input of type `number` gives no text at all where it is no number.
        type="text"
        // The numbers of iOS have no minus.
        inputMode={input.type === 'seed' ? 'numeric' : (input.min ?? -1) < 0 ? 'text' : 'decimal'}
        autoComplete="off"
        value={String(value)}
        aria-required={input.required && input.type !== 'seed'}
        onChange={({ target }) => onChange(target.value)}
      />
    )}
  </Field>
);

const SliderField = ({ input, value, error, onChange }: InputFieldProps) => (
  <Field
    input={input}
    error={error}
    aside={<output htmlFor={`field-${input.key}`}>{String(value)}</output>}
  >
    {({ id, 'aria-describedby': describedBy }) => (
      <input
        id={id}
        type="range"
        {...rangeOf(input)}
        value={String(value)}
        aria-describedby={describedBy}
        onChange={({ target }) => onChange(target.value)}
      />
    )}
  </Field>
);

const SwitchField = ({ input, value, error, onChange }: InputFieldProps) => (
  <Field
    input={input}
    error={error}
    aside={
      <input
        id={`field-${input.key}`}
        type="checkbox"
        role="switch"
        checked={value === true}
        onChange={({ target }) => onChange(target.checked)}
      />
    }
  >
    {() => null}
  </Field>
);

/** What can be chosen: also nothing, where nothing is needed and no default would take its place. */
const choicesOf = ({ options = [], required, default: preset }: PublicInput) =>
  required || preset != null ? options : [{ label: making.noChoice, value: '' }, ...options];

const ChipsField = ({ input, value, error, onChange }: InputFieldProps) => (
  <Field input={input} error={error} group>
    {({ id, 'aria-describedby': describedBy }) => (
      <div className="chips">
        {choicesOf(input).map((option, at) => (
          <label key={option.value} className="chip">
            <input
              {...(at === 0 && { id })}
              type="radio"
              name={input.key}
              value={option.value}
              checked={value === option.value}
              aria-describedby={describedBy}
              onChange={() => onChange(option.value)}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    )}
  </Field>
);

const SelectField = ({ input, value, error, onChange }: InputFieldProps) => (
  <Field input={input} error={error}>
    {control => (
      <select {...control} value={String(value)} onChange={({ target }) => onChange(target.value)}>
        {input.required && value === '' && (
          <option value="" disabled>
            {making.choose}
          </option>
        )}
        {choicesOf(input).map(option => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    )}
  </Field>
);
