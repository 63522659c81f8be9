import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { texts } from '#contract/constants.ts';
import { codes } from '#contract/envelope.ts';
import { ActionFailure } from '#dataProvider/invoke.ts';
import { signIn as words } from '#i18n/zh/signIn.ts';
import { LOST_PASSWORD } from '../addresses.ts';
import { PageLink, SignInCard, SignInFailure, type SignInPageProps } from './SignInCard.tsx';
import { useSending } from './useSending.ts';

export interface PasswordStepProps extends SignInPageProps {
  /** Typed before. */
  username: string;
  /** Why the second step led back here. */
  refusal: string | undefined;
  onChallenge: (challenge: string, username: string) => void;
}

export const PasswordStep = ({
  departure,
  signIn,
  onTyping,
  onSignedIn,
  onLostPassword,
  username,
  refusal,
  onChallenge,
}: PasswordStepProps) => {
  const { failure, setFailure, pending, send } = useSending(refusal ? { text: refusal } : {});
  const form = useRef<HTMLFormElement>(null);
  const { fields = {} } = failure;

  useEffect(() => {
    document.title = texts.pageTitle(words.title);
    input(form.current, username ? 'password' : 'username')?.focus();
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  useEffect(() => {
    const [first] = Object.keys(fields);
    if (first) input(form.current, first)?.focus();
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [failure]);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = {
      username: input(form.current, 'username')?.value.trim() ?? '',
      password: input(form.current, 'password')?.value ?? '',
    };
    const missing = {
      ...(!typed.username && { username: words.usernameRequired }),
      ...(!typed.password && { password: words.passwordRequired }),
    };
    if (Object.keys(missing).length > 0) return setFailure({ fields: missing });
    const failed = await send(async () => {
      try {
        await signIn(typed);
      } catch (error) {
        const challenge = challengeIn(error);
        if (!challenge) throw error;
        return onChallenge(challenge, typed.username);
      }
      onSignedIn();
    });
    if (failed && !failed.retry && !failed.fields) {
      input(form.current, 'password')?.focus();
      input(form.current, 'password')?.select();
    }
  };

  return (
    <SignInCard>
      <h1>{words.heading}</h1>
      {departure.reason && !failure.text && (
        <p className={`sign-in-notice ${departure.reason}`} role="status">
          {words[departure.reason]}
        </p>
      )}
      <SignInFailure failure={failure} form="sign-in" pending={pending} />
      <form
        id="sign-in"
        ref={form}
        noValidate
        onSubmit={event => void submit(event)}
        onInput={onTyping}
      >
        <div className="sign-in-field">
          <label htmlFor="username">{words.username}</label>
          <input
            id="username"
            name="username"
            defaultValue={username}
            autoComplete="username"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            aria-invalid={Boolean(fields['username'])}
            aria-describedby={fields['username'] && 'username-error'}
          />
          {fields['username'] && (
            <p id="username-error" className="sign-in-error">
              {fields['username']}
            </p>
          )}
        </div>
        <PasswordField error={fields['password']} />
        <button type="submit" className="sign-in-submit" disabled={pending} aria-busy={pending}>
          {pending ? words.pending : words.submit}
        </button>
        <PageLink to={LOST_PASSWORD} onGo={onLostPassword}>
          {words.lostPassword}
        </PageLink>
      </form>
    </SignInCard>
  );
};

const input = (form: HTMLFormElement | null, name: string) =>
  form?.elements.namedItem(name) as HTMLInputElement | null;

/** What the second step needs, if the password was right and a code is missing. */
const challengeIn = (error: unknown): string => {
  if (!(error instanceof ActionFailure) || error.body.code !== codes.secondFactorNeeded) return '';
  return (error.body.data as { challenge?: string } | null)?.challenge ?? '';
};

const PasswordField = ({ error }: { error?: string | undefined }) => {
  const [visible, setVisible] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const watch = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));
  const hints = [error && 'password-error', capsLock && 'caps-lock'].filter(Boolean).join(' ');
  return (
    <div className="sign-in-field">
      <label htmlFor="password">{words.password}</label>
      <div className="sign-in-password">
        <input
          id="password"
          name="password"
          type={visible ? 'text' : 'password'}
          autoComplete="current-password"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          aria-invalid={Boolean(error)}
          aria-describedby={hints || undefined}
          onKeyDown={watch}
          onKeyUp={watch}
          onBlur={() => setCapsLock(false)}
        />
        <button
          type="button"
          className="sign-in-eye"
          aria-label={visible ? words.hidePassword : words.showPassword}
          aria-pressed={visible}
          onClick={() => setVisible(!visible)}
        >
          <svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true">
            <path d="M2 12s3.6-7 10-7 10 7 10 7-3.6 7-10 7S2 12 2 12Z" />
            <circle cx="12" cy="12" r="3" />
            {!visible && <path d="m4 4 16 16" />}
          </svg>
        </button>
      </div>
      {error && (
        <p id="password-error" className="sign-in-error">
          {error}
        </p>
      )}
      {capsLock && (
        <p id="caps-lock" className="sign-in-hint">
          {words.capsLock}
        </p>
      )}
    </div>
  );
};
