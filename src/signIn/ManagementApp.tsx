import './SignInPage.css';
import {
  Component,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useState,
} from 'react';
import { endSession, type PlatformSession } from '#authProvider/endSession.ts';
import { openOtherTabs } from '#authProvider/otherTabs.ts';
import { getToken, holdTab, isOtherAdmin, nameOfSignedIn } from '#authProvider/session.ts';
import { createSignIn, type Credentials } from '#authProvider/signIn.ts';
import type { Invoke } from '#dataProvider/invoke.ts';
import { signIn as words } from '#i18n/zh/signIn.ts';
import { isSignInPage, LOST_PASSWORD, returnAddress, SIGN_IN } from '../addresses.ts';
import type { Departure, DepartureReason } from '../Departure.ts';
import { lazyPart } from '../lazyPart.tsx';
import { LostPasswordPage } from './LostPasswordPage.tsx';
import type { SignInPageProps } from './SignInCard.tsx';
import { SignInPage } from './SignInPage.tsx';

const AdminApp = lazyPart(async () => {
  const module = await import('../admin/shell/AdminApp.tsx');
  // Where it fails, its page says so.
  await module.loadFirstScreen().catch(() => undefined);
  return module.AdminApp;
});
/** Where it fails, the component that renders it tries again, and says so. */
export const loadAdminApp = () => AdminApp.load().catch(() => undefined);

const looks = ['focus', 'visibilitychange', 'pageshow'] as const;

export interface ManagementAppProps {
  invoke: Invoke;
  platform: PlatformSession;
}

const here = () => location.pathname + location.search + location.hash;

/** Survives a reload of the page. */
const showSignInAddress = (returnTo: string) => {
  const { pathname } = location;
  history.replaceState({ returnTo }, '', isSignInPage(pathname) ? pathname : SIGN_IN);
};

const arrive = (): Departure | null => {
  const atSignIn = isSignInPage(location.pathname);
  if (getToken()) {
    if (atSignIn) history.replaceState(null, '', returnAddress(undefined));
    return null;
  }
  const { returnTo: left } = (history.state ?? {}) as { returnTo?: unknown };
  const returnTo = returnAddress(atSignIn ? left : here());
  showSignInAddress(returnTo);
  return { returnTo };
};

/**
 * The management side has two parts: the sign-in page, which is small and does not contain react-admin, and the
 * application behind it, loaded while the name is typed. Signing out unmounts the whole application with everything it
 * has read.
 */
export const ManagementApp = ({ invoke, platform }: ManagementAppProps) => {
  const [departure, setDeparture] = useState(arrive);
  const [otherTabs] = useState(openOtherTabs);
  useEffect(() => otherTabs.close, [otherTabs]);
  const signIn = useMemo(() => {
    const openSession = createSignIn(invoke, platform);
    return async (credentials: Credentials) => {
      await openSession(credentials);
      otherTabs.notify({ signedIn: true });
      await loadAdminApp();
    };
  }, [invoke, platform, otherTabs]);
  const [isOther, setIsOther] = useState(false);

  const leave = useCallback((reason: DepartureReason) => {
    const returnTo = returnAddress(reason === 'expired' ? here() : undefined);
    showSignInAddress(returnTo);
    setDeparture({ reason, returnTo });
  }, []);

  const endAndLeave = useCallback(
    (reason: DepartureReason) => {
      // Theirs is not this tab's to end.
      if (isOtherAdmin()) return setIsOther(true);
      endSession(invoke, platform);
      leave(reason);
      otherTabs.notify({ signedOut: reason });
    },
    [invoke, platform, leave, otherTabs],
  );

  useEffect(() => {
    if (departure) return undefined;
    const letGo = holdTab(() => setIsOther(true));
    /** What other tabs have done is noticed when this one is looked at again, also as the browser has kept it. */
    const look = () => {
      if (!getToken()) leave('expired');
      else if (isOtherAdmin()) setIsOther(true);
    };
    const stop = otherTabs.hear(news => ('signedOut' in news ? leave(news.signedOut) : look()));
    for (const event of looks) addEventListener(event, look);
    return () => {
      for (const event of looks) removeEventListener(event, look);
      stop();
      letGo();
    };
  }, [departure, leave, otherTabs]);

  if (isOther) return <OtherAdmin />;
  if (departure) {
    return (
      <BeforeSignIn
        departure={departure}
        signIn={signIn}
        onTyping={() => void loadAdminApp()}
        onSignedIn={() => {
          history.replaceState(null, '', departure.returnTo);
          setDeparture(null);
        }}
      />
    );
  }
  return (
    <LoadBoundary>
      <Suspense fallback={null}>
        <AdminApp invoke={invoke} signIn={signIn} leave={endAndLeave} />
      </Suspense>
    </LoadBoundary>
  );
};

const isAtLostPassword = () => location.pathname === LOST_PASSWORD;

/** The sign-in page and the page about a lost password, by the address. */
const BeforeSignIn = (props: Omit<SignInPageProps, 'onLostPassword'>) => {
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
    <LostPasswordPage onBack={close} />
  ) : (
    <SignInPage {...props} onLostPassword={open} />
  );
};

/** Another administrator has signed in in another tab: nothing more is done here under either name. */
const OtherAdmin = () => {
  const name = nameOfSignedIn();
  return (
    <ReloadCard
      title={name ? words.signedInHere(name) : words.otherAdmin}
      hint={words.otherAdminHint}
      action={words.otherAdminGoOn}
    />
  );
};

/** What is shown next could not be loaded: no network, or a new version has replaced it. */
class LoadBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <ReloadCard title={words.loadFailed} hint={words.loadFailedHint} action={words.reload} />
    );
  }
}

interface ReloadCardProps {
  title: string;
  hint: string;
  action: string;
}

/** In place of a page that cannot go on without being loaded anew. */
const ReloadCard = ({ title, hint, action }: ReloadCardProps) => (
  <main className="sign-in">
    <div className="sign-in-card" role="alert">
      <h1>{title}</h1>
      <p>{hint}</p>
      <button type="button" className="sign-in-submit" onClick={() => location.reload()}>
        {action}
      </button>
    </div>
  </main>
);
