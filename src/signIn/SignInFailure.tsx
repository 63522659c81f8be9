import { signIn as words } from '#i18n/zh/signIn.ts';
import type { Failure } from './useSending.ts';

export interface SignInFailureProps {
  failure: Failure;
  /** The id of the form that is sent again. */
  form: string;
  pending: boolean;
}

/** What is wrong with no field. */
export const SignInFailure = ({ failure, form, pending }: SignInFailureProps) =>
  failure.text && (
    <div className="sign-in-notice failed" role="alert">
      <span>{failure.text}</span>
      {failure.retry && (
        <button type="submit" form={form} className="sign-in-retry" disabled={pending}>
          {words.retry}
        </button>
      )}
    </div>
  );
