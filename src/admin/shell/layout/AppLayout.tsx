import { Alert, Box, Button, Typography, useMediaQuery } from '@mui/material';
import { visuallyHidden } from '@mui/utils';
import {
  Component,
  type ReactNode,
  Suspense,
  use,
  useCallback,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react';
import { type CoreLayoutProps, TitlePortal, useNotify, useStore, useTranslate } from 'react-admin';
import { flushSync } from 'react-dom';
import { Navigate, useLocation } from 'react-router-dom';
import { getAdminUser } from '#authProvider/session.ts';
import { MOBILE_BREAKPOINT, texts } from '#contract/constants.ts';
import { useStorageRefused } from '../../../shared/safeStorage.ts';
import { currentYear } from '../../../shared/time.ts';
import { FloatingNotice } from '../../kit/base/FloatingNotice.tsx';
import { Later } from '../../kit/base/Later.tsx';
import { RECORD_HEAD, TOP_BAR_HEIGHT } from '../../kit/base/measures.ts';
import { QuietLooksContext } from '../../kit/base/QuietLooksContext.ts';
import { useWaitingSaves } from '../../kit/base/WaitingSavesContext.ts';
import { useTodoBadge } from '../../resources/todo/index.ts';
import { LeaveContext } from '../LeaveContext.ts';
import { LogoutDialog } from '../LogoutDialog.tsx';
import { PASSWORD_PAGE, SECOND_FACTOR_PAGE } from '../places.ts';
import { useRememberRecord } from '../recent.ts';
import { useSecondFactor } from '../SecondFactorContext.ts';
import { Breadcrumb } from './Breadcrumb.tsx';
import { ErrorPage } from './ErrorPage.tsx';
import { Menu } from './Menu.tsx';
import { PageSkeleton } from './PageSkeleton.tsx';
import { SideMenu } from './SideMenu.tsx';
import { TopBar } from './TopBar.tsx';
import { useKeptFocus } from './useKeptFocus.ts';

/** Around every page. */
export const AppLayout = ({ children }: CoreLayoutProps) => {
  const translate = useTranslate();
  const { pathname } = useLocation();
  const sideMenu = useSideMenu();
  useNothingKept();
  useKeptFocus(MAIN_ID);

  const only = useOnlyPage();
  if (only)
    return pathname === only.page ? (
      <OnlyPageLayout notice={only.notice}>
        <Suspense fallback={<PageSkeleton />}>{children}</Suspense>
      </OnlyPageLayout>
    ) : (
      <Navigate to={only.page} replace />
    );
  return (
    <Box sx={{ minHeight: '100vh', bgcolor: 'background.default' }}>
      <SkipLink />
      <TopBar {...sideMenu} />
      <Box sx={{ display: 'flex' }}>
        <SideMenu {...sideMenu}>
          <Later>
            <Menu />
          </Later>
        </SideMenu>
        <Box
          component="main"
          id={MAIN_ID}
          tabIndex={-1}
          sx={{
            display: 'flex',
            flexDirection: 'column',
            flexGrow: 1,
            minWidth: 0,
            minHeight: `calc(100vh - ${TOP_BAR_HEIGHT}px)`,
            boxSizing: 'border-box',
            px: 2,
            pt: 2,
            outline: 'none',
            // It would be pushed away by what comes.
            '&:has([aria-busy=true], .MuiSkeleton-root) > footer': { visibility: 'hidden' },
            // The head says whose page it is, the way to it of what kind.
            [`@media (min-width:${MOBILE_BREAKPOINT + 1}px)`]: {
              px: 3,
              [`&:has(.${RECORD_HEAD})`]: {
                '& h1, & .MuiBreadcrumbs-li:last-of-type, & .MuiBreadcrumbs-separator:nth-last-of-type(2)':
                  visuallyHidden,
              },
            },
          }}
        >
          <OfflineBanner />
          <SessionOverBanner />
          <WaitingHeading hasBreadcrumb={!sideMenu.phone} />
          <Box sx={{ flexGrow: 1 }}>
            <PageErrorBoundary address={pathname}>
              <Suspense fallback={<PageSkeleton />}>{children}</Suspense>
            </PageErrorBoundary>
          </Box>
          <Typography
            component="footer"
            variant="caption"
            sx={{ py: 2, textAlign: 'center', color: 'text.secondary' }}
          >
            {translate('app.footer', { year: currentYear() })}
          </Typography>
        </Box>
      </Box>
    </Box>
  );
};

/** What must be done before anything else. */
const useOnlyPage = (): { page: string; notice: string } | null => {
  const { state } = useSecondFactor();
  if (getAdminUser()?.mustChangePassword)
    return { page: PASSWORD_PAGE, notice: 'app.password.oneTime' };
  return state === 'required'
    ? { page: SECOND_FACTOR_PAGE, notice: 'app.secondFactor.required' }
    : null;
};

interface PageErrorBoundaryProps {
  children: ReactNode;
  /** Another address resets the error. */
  address: string;
}

/** React itself writes the error to the console; nothing else is reported (docs/specification.md#errors). */
class PageErrorBoundary extends Component<PageErrorBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidUpdate({ address }: PageErrorBoundaryProps) {
    if (this.state.failed && address !== this.props.address) this.setState({ failed: false });
  }

  override render() {
    return this.state.failed ? <ErrorPage /> : this.props.children;
  }
}

const MAIN_ID = 'main-content';

const SkipLink = () => {
  const translate = useTranslate();
  return (
    <Button
      variant="contained"
      onClick={() => document.getElementById(MAIN_ID)?.focus()}
      sx={{
        position: 'fixed',
        top: 8,
        left: 8,
        zIndex: 'tooltip',
        '&:not(:focus)': { transform: 'translateY(-64px)' },
      }}
    >
      {translate('app.skip')}
    </Button>
  );
};

/** CSS pixels: up to here tables need the menu's width. */
const TIGHT = 1280;

/**
 * Beside the page the menu keeps its last state, for tight and for wide screens apart: closed at first where tables need
 * its width. On a phone it is closed by default.
 */
const useSideMenu = () => {
  const phone = useMediaQuery(`(max-width:${MOBILE_BREAKPOINT}px)`, { noSsr: true });
  const isTight = useMediaQuery(`(max-width:${TIGHT}px)`, { noSsr: true });
  const [beside, setBeside] = useStore(isTight ? 'sidebar.openTight' : 'sidebar.open', !isTight);
  const [drawer, setDrawer] = useState(false);
  if (!phone && drawer) setDrawer(false);
  return phone
    ? { phone, open: drawer, setOpen: setDrawer }
    : { phone, open: beside, setOpen: setBeside };
};

/** Says once that drafts and views are lost when the page is closed. */
const useNothingKept = () => {
  const refused = useStorageRefused();
  const notify = useNotify();
  useEffect(() => {
    if (refused) notify('app.nothingKept', { type: 'warning' });
  }, [refused, notify]);
};

interface OnlyPageLayoutProps {
  /** Why there is nothing else. */
  notice: string;
  children: ReactNode;
}

/** Around a page while every other action is refused: no menu, nothing that reads. */
const OnlyPageLayout = ({ notice, children }: OnlyPageLayoutProps) => {
  const translate = useTranslate();
  const [leaving, setLeaving] = useState(false);
  return (
    <Box
      component="main"
      sx={{ minHeight: '100vh', bgcolor: 'background.default', px: 2, py: { xs: 2, sm: 6 } }}
    >
      <Box sx={{ maxWidth: 520, mx: 'auto', display: 'grid', gap: 2 }}>
        <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between' }}>
          <PageHeading />
          <Button onClick={() => setLeaving(true)}>{translate('app.account.logout')}</Button>
        </Box>
        <Alert severity="info">{translate(notice)}</Alert>
        {children}
      </Box>
      <LogoutDialog open={leaving} onCancel={() => setLeaving(false)} />
    </Box>
  );
};

interface PageHeadingProps {
  hasBreadcrumb?: boolean;
  /** How many wait for the administrator, for the tab. */
  waiting?: string;
}

/**
 * Where react-admin's `<Title>` puts what a page says; the tab and the breadcrumb say the same. Apart from the layout,
 * which is not rendered anew for it.
 */
const PageHeading = ({ hasBreadcrumb = false, waiting = '' }: PageHeadingProps) => {
  const [heading, title] = useTitle(waiting);
  useRememberRecord();
  return (
    <>
      {hasBreadcrumb && <Breadcrumb title={title} />}
      <TitlePortal
        ref={heading}
        variant="h1"
        component="h1"
        sx={{ flex: 'none', minHeight: '1.5em', mt: { xs: 0, sm: 0.5 }, mb: 1.5 }}
      />
    </>
  );
};

/** Apart from the layout, which is not rendered anew for the number. */
const WaitingHeading = (props: PageHeadingProps) => (
  <PageHeading {...props} waiting={useTodoBadge()} />
);
/** React hides the title of the page before while this one's code is loaded. */
const isShown = (title: Element) => (title as HTMLElement).style.display !== 'none';
const textOf = ({ textContent }: Element) => textContent;

/** The element that holds the page's title, and what it says by now; the tab says it too. */
const useTitle = (waiting: string) => {
  const [title, setTitle] = useState('');
  const heading = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    const read = () => setTitle([...element.children].filter(isShown).map(textOf).join(''));
    read();
    // At once: not a frame says the title of the page before.
    const observer = new MutationObserver(() => flushSync(read));
    observer.observe(element, {
      childList: true,
      characterData: true,
      subtree: true,
      attributeFilter: ['style'],
    });
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    const page = title ? texts.pageTitle(title) : texts.defaultPageTitle;
    document.title = waiting ? `(${waiting}) ${page}` : page;
  }, [title, waiting]);
  return [heading, title] as const;
};

const subscribe = (changed: () => void) => {
  addEventListener('online', changed);
  addEventListener('offline', changed);
  return () => {
    removeEventListener('online', changed);
    removeEventListener('offline', changed);
  };
};

const ask = (event: BeforeUnloadEvent) => event.preventDefault();

/** Saves that will be sent when the network is back, with a button to cancel them. */
const OfflineBanner = () => {
  const translate = useTranslate();
  const { waiting, cancel } = useWaitingSaves();
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  const count = waiting.length;
  const mustStay = count > 0;
  useEffect(() => {
    if (!mustStay) return undefined;
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [mustStay]);
  if (online && count === 0) return null;
  return (
    <Alert
      severity="warning"
      role="status"
      sx={{ mb: 2 }}
      action={
        count > 0 && (
          <Button size="small" color="inherit" onClick={() => cancel()}>
            {translate('app.offline.cancel')}
          </Button>
        )
      }
    >
      {count > 0 ? translate('app.offline.waiting', { count }) : translate('app.offline.reading')}
    </Alert>
  );
};

/**
 * A look that nobody asked for has found the session over. What was typed stays, also over signing in again; the next call
 * of any other kind leads to the sign-in page as ever.
 */
const SessionOverBanner = () => {
  const { subscribe, haveEnded } = use(QuietLooksContext);
  const leave = use(LeaveContext);
  return (
    useSyncExternalStore(subscribe, haveEnded) && (
      <FloatingNotice
        at="top"
        severity="warning"
        text="app.sessionOver.text"
        action="app.sessionOver.signIn"
        onAction={() => leave('expired')}
      />
    )
  );
};
