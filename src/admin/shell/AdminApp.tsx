import { CssBaseline } from '@mui/material';
import { onlineManager } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import {
  AdminContext,
  CoreAdminUI,
  CustomRoutes,
  localStorageStore,
  Resource,
  type RouterProvider as RaRouterProvider,
  type Store,
} from 'react-admin';
import { createBrowserRouter, Navigate, Route, RouterProvider } from 'react-router-dom';
import { createAuthProvider } from '#authProvider/authProvider.ts';
import { ADMIN_URL_REFRESH_MS, texts } from '#contract/constants.ts';
import { createDataProvider } from '#dataProvider/dataProvider.ts';
import type { Invoke } from '#dataProvider/invoke.ts';
import { createWaitingSaves } from '#dataProvider/waitingSaves.ts';
import { i18nProvider } from '#i18n/i18nProvider.ts';
import { ADMIN_BASE } from '../../addresses.ts';
import type { DepartureReason } from '../../Departure.ts';
import { createSignedUrls } from '../../shared/signedUrls.ts';
import { SignedUrlsProvider } from '../../shared/SignedUrlsProvider.tsx';
import { InvokeContext } from '../kit/base/hooks.ts';
import { loadScreensAhead, NOT_FOUND, resourceProps } from '../kit/base/routes.tsx';
import { WaitingSavesContext } from '../kit/base/WaitingSavesContext.ts';
import { darkTheme, lightTheme } from '../kit/theme/theme.ts';
import { UploadQueueProvider } from '../kit/upload/UploadQueueContext.tsx';
import { AppLayout } from './layout/AppLayout.tsx';
import { ErrorPage } from './layout/ErrorPage.tsx';
import { Notifications } from './layout/Notifications.tsx';
import { PageSkeleton } from './layout/PageSkeleton.tsx';
import { createSessionEnd, LeaveContext } from './LeaveContext.ts';
import { HOME, ownPages, pageAt, resources } from './pages.ts';
import { createQueryClient } from './queryClient.ts';
import { createRouterProvider } from './routerProvider.ts';

export interface AdminAppProps {
  invoke: Invoke;
  signIn: (params: { username: string; password: string }) => Promise<void>;
  /** Ends the session and unmounts this application. */
  leave: (reason: DepartureReason) => void;
}

/** Rendered with the application, the first screen needs neither a skeleton nor the time that React shows one for. */
export const loadFirstScreen = async () => {
  const [, below = ''] = location.pathname.split(ADMIN_BASE);
  await pageAt(below)?.screen.load();
};

export const AdminApp = (props: AdminAppProps) => {
  // A data router, because only that can block leaving a page with unsaved changes.
  const [router] = useState(() => createRouter(props));
  useEffect(() => {
    // Reading may have been paused at sign-out (see useChangePassword), and changes of the network went unnoticed
    // since.
    onlineManager.setOnline(navigator.onLine);
    return () => {
      router.dispose();
      onlineManager.setOnline(navigator.onLine);
    };
  }, [router]);
  useEffect(() => (import.meta.env.PROD ? loadScreensAhead() : undefined), []);
  // Without transitions, which cannot be rendered at once; see createRouterProvider.
  return <RouterProvider router={router} useTransitions={false} />;
};

const createRouter = (props: AdminAppProps) => {
  const provider = createRouterProvider(() => router);
  const element = <Shell {...props} routerProvider={provider} />;
  const router = createBrowserRouter([{ path: '*', element }], { basename: ADMIN_BASE });
  return router;
};

interface ShellProps extends AdminAppProps {
  routerProvider: RaRouterProvider;
}

/** react-admin's `Admin` without its own pages of errors, sign-in and layout, which it would load and never show. */
const Shell = ({ invoke, signIn, leave, routerProvider }: ShellProps) => {
  const [saves] = useState(createWaitingSaves);
  const [store] = useState(createStore);
  const [queryClient] = useState(createQueryClient);
  const session = useMemo(
    () =>
      createSessionEnd(reason => {
        leave(reason);
        store.reset();
      }),
    [leave, store],
  );
  // Nothing of this session may continue in the next one.
  useEffect(
    () => () => {
      session.close();
      saves.cancel();
      queryClient.clear();
    },
    [session, saves, queryClient],
  );
  const dataProvider = useMemo(() => createDataProvider(invoke, { saves }), [invoke, saves]);
  const authProvider = useMemo(
    () => createAuthProvider({ signIn, leave: session.leave }),
    [signIn, session],
  );
  const signedUrls = useMemo(
    () => createSignedUrls(invoke, { isAdmin: true, refreshEvery: ADMIN_URL_REFRESH_MS }),
    [invoke],
  );
  return (
    <InvokeContext value={invoke}>
      <LeaveContext value={session.leave}>
        <WaitingSavesContext value={saves}>
          <SignedUrlsProvider client={signedUrls}>
            <UploadQueueProvider invoke={invoke}>
              <AdminContext
                dataProvider={dataProvider}
                authProvider={authProvider}
                routerProvider={routerProvider}
                i18nProvider={i18nProvider}
                store={store}
                queryClient={queryClient}
                lightTheme={lightTheme}
                darkTheme={darkTheme}
              >
                <CssBaseline enableColorScheme />
                <CoreAdminUI
                  title={texts.defaultPageTitle}
                  layout={AppLayout}
                  loading={PageSkeleton}
                  error={ErrorPage}
                  catchAll={ToNotFound}
                  requireAuth
                  disableTelemetry
                >
                  <CustomRoutes>
                    <Route path="/" element={<Navigate to={HOME} replace />} />
                    <Route path="/login" element={<Navigate to={HOME} replace />} />
                    <Route path="/lost-password" element={<Navigate to={HOME} replace />} />
                    {ownPages.map(({ path, screen: Screen }) => (
                      <Route key={path} path={path} element={<Screen />} />
                    ))}
                  </CustomRoutes>
                  {resources.map(resource => (
                    <Resource key={resource.name} {...resourceProps(resource)} />
                  ))}
                </CoreAdminUI>
                <Notifications />
              </AdminContext>
            </UploadQueueProvider>
          </SignedUrlsProvider>
        </WaitingSavesContext>
      </LeaveContext>
    </InvokeContext>
  );
};

const ToNotFound = () => <Navigate to={NOT_FOUND} replace />;

/** Settings of the device, not of its user: signing out keeps them. */
const isKept = (key: string) =>
  key === 'theme' || key === 'sideMenu.open' || key.endsWith('.savedQueries');

const createStore = (): Store => {
  const store = localStorageStore();
  return {
    ...store,
    reset: () => {
      const kept = Object.entries(store.listItems?.() ?? {}).filter(([key]) => isKept(key));
      store.reset();
      for (const [key, value] of kept) store.setItem(key, value);
    },
  };
};
