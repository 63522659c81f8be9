import type { ReactNode } from 'react';
import type { PublicInput } from '#contract/visitor.ts';
import { visitor } from '#i18n/zh/visitor.ts';
import { FailureText } from '../Failure.tsx';

export interface FieldProps {
  input: PublicInput;
  error: string | undefined;
  hint?: string | undefined;
  /** Several controls, in `group-<key>`; otherwise one with the id `field-<key>`. */
  group?: boolean;
  /** Beside the label. */
  aside?: ReactNode;
  children: (control: Control) => ReactNode;
}

/** What the control of an input has in common with all others. */
interface Control {
  id: string;
  'aria-required': boolean;
  'aria-invalid': boolean;
  'aria-describedby': string | undefined;
}

/** Label, hint and what is wrong, around the controls of an input. */
export const Field = ({ input, error, hint, group = false, aside, children }: FieldProps) => {
  const { key, label, required } = input;
  const errorId = `error-${key}`;
  const hintId = `hint-${key}`;
  const control = {
    id: `field-${key}`,
    'aria-required': required,
    'aria-invalid': error !== undefined,
    'aria-describedby': [error && errorId, hint && hintId].filter(Boolean).join(' ') || undefined,
  };
  const name = (
    <>
      {label}
      {!required && <small>{visitor.optional}</small>}
    </>
  );
  const content = (
    <>
      {children(control)}
      <FailureText id={errorId} message={error} />
      {hint && (
        <p id={hintId} className="hint">
          {hint}
        </p>
      )}
    </>
  );
  if (group)
    return (
      <fieldset id={`group-${key}`} className="entry">
        <legend>{name}</legend>
        {content}
      </fieldset>
    );
  return (
    <div className="entry">
      <div className="entry-head">
        <label htmlFor={control.id}>{name}</label>
        {aside}
      </div>
      {content}
    </div>
  );
};
