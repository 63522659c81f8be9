import { useState } from 'react';
import type { Credentials } from '#authProvider/signIn.ts';
import type { Departure } from '../Departure.ts';
import { CodeStep } from './CodeStep.tsx';
import { PasswordStep } from './PasswordStep.tsx';

export interface SignInPageProps {
  departure: Departure;
  signIn: (credentials: Credentials) => Promise<void>;
  onTyping: () => void;
  onSignedIn: () => void;
  onLostPassword: () => void;
}

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
