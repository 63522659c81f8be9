import type { ReactNode } from 'react';
import type { PublicInput } from '#contract/visitor.ts';
import { visitor } from '#i18n/zh/visitor.ts';
import { FailureText } from '../FailureText.tsx';

export interface FieldProps {
  input: PublicInput;
  error: string | undefined;
  hint?: string | undefined;
  /** Several controls, in `group-<key>`; otherwise one with the id `field-<key>`. */
  group?: boolean;
  /** Beside the label. */
  aside?: ReactNode;
  children: (describedBy: string | undefined) => ReactNode;
}

/** Label, hint and what is wrong, around the controls of an input. */
export const Field = ({ input, error, hint, group = false, aside, children }: FieldProps) => {
  const { key, label, required } = input;
  const errorId = `error-${key}`;
  const hintId = `hint-${key}`;
  const describedBy = [error && errorId, hint && hintId].filter(Boolean).join(' ') || undefined;
  const name = (
    <>
      {label}
      {!required && <small>{visitor.optional}</small>}
    </>
  );
  const content = (
    <>
      {children(describedBy)}
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
        <label htmlFor={`field-${key}`}>{name}</label>
        {aside}
      </div>
      {content}
    </div>
  );
};
