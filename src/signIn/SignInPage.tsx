import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { Credentials } from '#authProvider/signIn.ts';
import { texts } from '#contract/constants.ts';
import { signIn as words } from '#i18n/zh/signIn.ts';
import { PasswordStep } from './PasswordStep.tsx';
import { SignInCard, SignInFailure, type SignInPageProps } from './SignInCard.tsx';
import { useSending } from './useSending.ts';

/** The password, and where there is a second factor its code. */
export const SignInPage = (props: SignInPageProps) => {
  const [challenge, setChallenge] = useState('');
  const [username, setUsername] = useState('');
  const [refusal, setRefusal] = useState<string>();
  return challenge ? (
    <CodeStep
      {...props}
      challenge={challenge}
      onBack={reason => {
        setRefusal(reason);
        setChallenge('');
      }}
    />
  ) : (
    <PasswordStep
      {...props}
      username={username}
      refusal={refusal}
      onChallenge={(made, of) => {
        setUsername(of);
        setChallenge(made);
      }}
    />
  );
};

interface CodeStepProps {
  challenge: string;
  signIn: (credentials: Credentials) => Promise<void>;
  onSignedIn: () => void;
  /** To the password, with the reason if there is one. */
  onBack: (reason?: string) => void;
}

const FORM = 'sign-in-code';

/** The second step of a sign-in: the code of the phone, or a recovery code. */
const CodeStep = ({ challenge, signIn, onSignedIn, onBack }: CodeStepProps) => {
  const [isRecovery, setRecovery] = useState(false);
  const { failure, setFailure, pending, send } = useSending();
  const input = useRef<HTMLInputElement>(null);
  const error = failure.fields?.['code'];

  useEffect(() => {
    document.title = texts.pageTitle(words.codeTitle);
  }, []);
  useEffect(() => input.current?.focus(), [isRecovery, failure]);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = input.current?.value.trim() ?? '';
    if (!code) return setFailure({ fields: { code: words.codeRequired } });
    const remember = new FormData(event.currentTarget).has('remember');
    const failed = await send(async () => {
      await signIn({ challenge, code, remember });
      onSignedIn();
    });
    if (failed?.text && !failed.retry) onBack(failed.text);
    else if (failed?.fields) input.current?.select();
  };

  const swap = () => {
    setFailure({});
    setRecovery(!isRecovery);
  };

  return (
    <SignInCard>
      <h1>{words.codeHeading}</h1>
      <SignInFailure failure={failure} form={FORM} pending={pending} />
      <form id={FORM} noValidate onSubmit={event => void submit(event)}>
        <div className="sign-in-field">
          <label htmlFor="code">{isRecovery ? words.recoveryCode : words.code}</label>
          <input
            key={String(isRecovery)}
            ref={input}
            id="code"
            name="code"
            className="sign-in-code"
            inputMode={isRecovery ? 'text' : 'numeric'}
            autoComplete={isRecovery ? 'off' : 'one-time-code'}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            aria-invalid={Boolean(error)}
            aria-describedby={error ? 'code-error' : 'code-hint'}
          />
          {error ? (
            <p id="code-error" className="sign-in-error">
              {error}
            </p>
          ) : (
            <p id="code-hint" className="sign-in-hint quiet">
              {isRecovery ? words.recoveryHint : words.codeHint}
            </p>
          )}
        </div>
        <label className="sign-in-check">
          <input type="checkbox" name="remember" />
          {words.remember}
        </label>
        <button type="submit" className="sign-in-submit" disabled={pending} aria-busy={pending}>
          {pending ? words.pending : words.submit}
        </button>
      </form>
      <div className="sign-in-ways">
        <button type="button" className="sign-in-link" onClick={swap}>
          {isRecovery ? words.useCode : words.useRecovery}
        </button>
        <button type="button" className="sign-in-link" onClick={() => onBack()}>
          {words.otherAccount}
        </button>
      </div>
    </SignInCard>
  );
};
