import { Suspense, useEffect, useState } from 'react';
import { LOST_PASSWORD, SIGN_IN } from '../addresses.ts';
import { lazyPart } from '../lazyPart.tsx';
import { LoadBoundary } from './LoadBoundary.tsx';
import { SignInPage, type SignInPageProps } from './SignInPage.tsx';

const LostPasswordPage = lazyPart(
  async () => (await import('./LostPasswordPage.tsx')).LostPasswordPage,
);

const isAtLostPassword = () => location.pathname === LOST_PASSWORD;

/** The sign-in page and the page about a lost password, by the address. */
export const BeforeSignIn = (props: Omit<SignInPageProps, 'onLostPassword'>) => {
  const [isLost, setIsLost] = useState(isAtLostPassword);
  useEffect(() => {
    const follow = () => setIsLost(isAtLostPassword());
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, []);
  // The state holds where signing in leads.
  const open = () => {
    history.pushState(history.state, '', LOST_PASSWORD);
    setIsLost(true);
  };
  // Not one step back: who opened the page by its address has none to the sign-in.
  const close = () => {
    history.replaceState(history.state, '', SIGN_IN);
    setIsLost(false);
  };
  return isLost ? (
    <LoadBoundary>
      <Suspense fallback={null}>
        <LostPasswordPage onBack={close} />
      </Suspense>
    </LoadBoundary>
  ) : (
    <SignInPage {...props} onLostPassword={open} />
  );
};
