import { useState } from 'react';
import { CodeStep } from './CodeStep.tsx';
import { PasswordStep } from './PasswordStep.tsx';
import type { SignInPageProps } from './SignInPageProps.ts';

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
