import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { texts } from '#contract/constants.ts';
import { ActionFailure } from '#dataProvider/invoke.ts';
import { PlatformFailure } from '#dataProvider/platformFailure.ts';
import { signIn as words } from '#i18n/zh/signIn.ts';
import { LOST_PASSWORD } from '../addresses.ts';
import type { Departure } from '../Departure.ts';
import { PageLink } from './PageLink.tsx';
import { PasswordField } from './PasswordField.tsx';
import { SignInCard } from './SignInCard.tsx';

export interface SignInPageProps {
  departure: Departure;
  signIn: (params: { username: string; password: string }) => Promise<void>;
  onTyping: () => void;
  onSignedIn: () => void;
  onLostPassword: () => void;
}

interface Failure {
  text?: string;
  fields?: Record<string, string>;
  /** A retry may succeed. */
  retry?: boolean;
}

export const SignInPage = ({
  departure,
  signIn,
  onTyping,
  onSignedIn,
  onLostPassword,
}: SignInPageProps) => {
  const [failure, setFailure] = useState<Failure>({});
  const [pending, setPending] = useState(false);
  const busy = useRef(false);
  const form = useRef<HTMLFormElement>(null);
  const { fields = {} } = failure;

  useEffect(() => {
    document.title = texts.pageTitle(words.title);
    input(form.current, 'username')?.focus();
  }, []);

  useEffect(() => {
    const [first] = Object.keys(fields);
    if (first) input(form.current, first)?.focus();
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [failure]);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy.current) return;
    const username = input(form.current, 'username')?.value.trim() ?? '';
    const password = input(form.current, 'password')?.value ?? '';
    const missing = {
      ...(!username && { username: words.usernameRequired }),
      ...(!password && { password: words.passwordRequired }),
    };
    setFailure({ fields: missing });
    if (Object.keys(missing).length > 0) return;
    busy.current = true;
    setPending(true);
    try {
      await signIn({ username, password });
      onSignedIn();
    } catch (error) {
      const failed = read(error);
      setFailure(failed);
      if (!failed.retry && !failed.fields) {
        input(form.current, 'password')?.focus();
        input(form.current, 'password')?.select();
      }
    } finally {
      busy.current = false;
      setPending(false);
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
      {failure.text && (
        <div className="sign-in-notice failed" role="alert">
          <span>{failure.text}</span>
          {failure.retry && (
            <button type="submit" form="sign-in" className="sign-in-retry" disabled={pending}>
              {words.retry}
            </button>
          )}
        </div>
      )}
      <form
        id="sign-in"
        ref={form}
        noValidate
        onSubmit={event => void submit(event)}
        onInput={onTyping}
        onKeyDown={keepComposing}
      >
        <div className="sign-in-field">
          <label htmlFor="username">{words.username}</label>
          <input
            id="username"
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            maxLength={64}
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

/** An Enter that ends a composition sends nothing. */
const keepComposing = (event: KeyboardEvent) => {
  const composing = event.nativeEvent.isComposing || event.keyCode === 229;
  if (event.key === 'Enter' && composing) event.preventDefault();
};

const read = (error: unknown): Failure => {
  if (error instanceof ActionFailure) {
    const { errors } = error.body;
    return errors ? { fields: errors } : { text: error.message };
  }
  if (error instanceof PlatformFailure) return { text: error.message, retry: true };
  return { text: words.failed, retry: true };
};
