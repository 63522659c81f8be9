import { onlineManager } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import type { AdminContextProps, RouterProvider as RaRouterProvider } from 'react-admin';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { createAuthProvider } from '#authProvider/authProvider.ts';
import { onPermissions, permissionsOfTab, publishPermissions } from '#authProvider/permissions.ts';
import {
  adminOfTab,
  getAdminUser,
  getToken,
  noteFactorRequired,
  saveAdminUser,
} from '#authProvider/session.ts';
import type { Credentials } from '#authProvider/signIn.ts';
import { ADMIN_URL_REFRESH_MS } from '#contract/constants.ts';
import { codes } from '#contract/envelope.ts';
import type { ActionOutput } from '#contract/index.ts';
import { createDataProvider } from '#dataProvider/dataProvider.ts';
import { ActionFailure, type Invoke } from '#dataProvider/invoke.ts';
import { LIST_PAGES } from '#dataProvider/pages.ts';
import { createQuietLooks, withQuietLooks } from '#dataProvider/quietLooks.ts';
import { createSecondFactor, withSecondFactor } from '#dataProvider/secondFactor.ts';
import { createWaitingSaves } from '#dataProvider/waitingSaves.ts';
import { ADMIN_BASE } from '../../addresses.ts';
import type { DepartureReason } from '../../Departure.ts';
import { takeFirstQuestion } from '../../firstQuestion.ts';
import { createSignedUrls } from '../../shared/signedUrls.ts';
import { SignedUrlsProvider } from '../../shared/SignedUrlsProvider.tsx';
import { loadScreensAhead } from '../kit/base/lazyScreen.ts';
import { QuietLooksContext } from '../kit/base/QuietLooksContext.ts';
import { WaitingSavesContext } from '../kit/base/WaitingSavesContext.ts';
import { UploadQueueProvider } from '../kit/upload/UploadQueueContext.tsx';
import { createSessionEnd, LeaveContext, withSessionEnd } from './LeaveContext.ts';
import { createQueryClient } from './queryClient.ts';
import { createRouterProvider } from './routerProvider.ts';
import { SecondFactorContext } from './SecondFactorContext.ts';
import { createStore } from './store.ts';

type Providers = Pick<
  AdminContextProps,
  'dataProvider' | 'authProvider' | 'routerProvider' | 'store' | 'queryClient'
>;

export interface AppContextsProps {
  invoke: Invoke;
  signIn: (credentials: Credentials) => Promise<void>;
  /** Ends the session and unmounts this application. */
  leave: (reason: DepartureReason) => void;
}

interface WithChildren extends AppContextsProps {
  children: (providers: Providers) => ReactNode;
}

/** The router and what one session has of its own, as `<Admin>` takes it. */
export const AppContexts = (props: WithChildren) => {
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

const createRouter = (props: WithChildren) => {
  const provider = createRouterProvider(() => router);
  const element = <Session {...props} routerProvider={provider} />;
  const router = createBrowserRouter([{ path: '*', element }], { basename: ADMIN_BASE });
  return router;
};

/** How long it may take until the list asked for ahead is shown, without being asked for again. */
const FIRST_LIST_MS = 3_000;

interface SessionProps extends WithChildren {
  routerProvider: RaRouterProvider;
}

const Session = ({ signIn, leave, routerProvider, children, ...props }: SessionProps) => {
  const [factor] = useState(() =>
    createSecondFactor(getAdminUser()?.mustSetUpFactor ?? false, noteFactorRequired),
  );
  const [looks] = useState(createQuietLooks);
  const [saves] = useState(createWaitingSaves);
  const [store] = useState(createStore);
  const [queryClient] = useState(() => createQueryClient(store));
  const session = useMemo(
    () =>
      createSessionEnd(reason => {
        leave(reason);
        store.reset();
        sessionStorage.removeItem(LIST_PAGES);
      }),
    [leave, store],
  );
  const looking = useMemo(
    () => withSessionEnd(withQuietLooks(props.invoke, looks), session.leave),
    [props.invoke, looks, session],
  );
  const watched = usePermissionsKept(looking);
  const invoke = useMemo(() => withSecondFactor(watched, factor), [watched, factor]);
  // Nothing of this session may continue in the next one.
  useEffect(
    () => () => {
      session.close();
      saves.cancel();
      queryClient.clear();
    },
    [session, saves, queryClient],
  );
  // What react-admin's own pieces know about the role.
  useEffect(
    () => onPermissions(() => void queryClient.invalidateQueries({ queryKey: ['auth'] })),
    [queryClient],
  );
  const signedUrls = useMemo(
    () => createSignedUrls(invoke, { isAdmin: true, refreshEvery: ADMIN_URL_REFRESH_MS }),
    [invoke],
  );
  const dataProvider = useMemo(
    () => createDataProvider(invoke, { saves, pages: sessionStorage, onPictures: signedUrls.take }),
    [invoke, saves, signedUrls],
  );
  useState(() => {
    const first = takeFirstQuestion();
    if (!first) return;
    const { resource, params } = first;
    const queryKey = [resource, 'getList', params];
    queryClient.setQueryDefaults(queryKey, { staleTime: FIRST_LIST_MS });
    const queryFn = () => dataProvider.getList(resource, params);
    void queryClient.prefetchQuery({ queryKey, queryFn });
  });
  // What is read anew because a person wants it, is so with its counts.
  useEffect(
    () =>
      queryClient.getQueryCache().subscribe(event => {
        if (event.type !== 'updated' || event.action.type !== 'invalidate') return;
        if (event.query.queryKey[1] === 'getList') dataProvider.forgetCounts();
      }),
    [queryClient, dataProvider],
  );
  const authProvider = useMemo(
    () =>
      createAuthProvider({
        signIn,
        leave: reason => {
          session.leave(reason);
          return false;
        },
      }),
    [signIn, session],
  );
  return (
    <LeaveContext value={session.leave}>
      <SecondFactorContext value={factor}>
        <QuietLooksContext value={looks}>
          <WaitingSavesContext value={saves}>
            <SignedUrlsProvider client={signedUrls}>
              <UploadQueueProvider invoke={dataProvider.invoke}>
                {children({ dataProvider, authProvider, routerProvider, store, queryClient })}
              </UploadQueueProvider>
            </SignedUrlsProvider>
          </WaitingSavesContext>
        </QuietLooksContext>
      </SecondFactorContext>
    </LeaveContext>
  );
};

/** After the first page is there, which does not wait for it. */
const LATER_MS = 5_000;

/** Keeps what the profile says of the role, and of a caller whose cookie alone the browser has kept; screens follow at once. */
const keepPermissions = ({
  _id: id = '',
  username = '',
  nickName = '',
  avatar = '',
  role,
  roleName,
  rights,
  limits,
}: Partial<ActionOutput<'adminAuth', 'getProfile'>>) => {
  const isStillHere = getToken() !== undefined && id === adminOfTab();
  const user = getAdminUser() ?? (isStillHere ? { id, username, nickName, avatar } : null);
  if (!user || !rights) return;
  const before = permissionsOfTab();
  const kept = { ...user, role: role ?? '', roleName: roleName ?? '', rights };
  saveAdminUser({ ...kept, ...(limits && { limits }) });
  if (permissionsOfTab() !== before) publishPermissions();
};

/**
 * The same `invoke`, after which the rights are asked for again where the server has refused one: the role was changed.
 * They are also asked for once after each load of the page, and at once in a session that began before there were roles.
 */
const usePermissionsKept = (invoke: Invoke): Invoke => {
  const read = useMemo(
    () => (quiet?: boolean) =>
      invoke('adminAuth', 'getProfile', {}, { ...(quiet && { quiet }) }).then(
        keepPermissions,
        () => undefined,
      ),
    [invoke],
  );
  useEffect(() => {
    const wait = permissionsOfTab().rights === null ? 0 : LATER_MS;
    const timer = setTimeout(() => void read(), wait);
    return () => clearTimeout(timer);
  }, [read]);
  return useMemo(() => {
    const watched = async (...call: Parameters<Invoke>) => {
      try {
        return await invoke(...call);
      } catch (error) {
        if (error instanceof ActionFailure && error.body.code === codes.forbidden)
          void read(call[3]?.quiet);
        throw error;
      }
    };
    return watched as Invoke;
  }, [invoke, read]);
};
