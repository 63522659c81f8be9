import './laterFunctions.ts';
import { createRoot } from 'react-dom/client';
import { getToken, tokenOfTab } from '#authProvider/session.ts';
import { texts } from '#contract/constants.ts';
import { createInvoker } from '#dataProvider/invoke.ts';
import { resolveAddress } from './addresses.ts';
import { type Cloud, connect } from './cloudbase.ts';
import { readConfig } from './config.ts';
import { isFramed, refuseFrame } from './framed.ts';
import { isLoadingAhead } from './loadAhead.ts';
import { tolerateMovedNodes, refuseTranslation } from './movedNodes.ts';
import { letBackClose } from './shared/backCloses.ts';
import { showCutPastes } from './shared/cutPastes.ts';
import { isStorageRefused, makeStorageSafe } from './shared/safeStorage.ts';
import { loadSystemSettings } from './shared/settings.ts';
import { ignoreStrayEvents } from './shared/strayEvents.ts';
import { withFirstPage } from './visitor/firstPage.ts';
import { keepInvitation } from './visitor/invitation.ts';
import { createVisit, readAhead } from './visitor/visit.ts';
// Here, so that nobody asks for them one by one.
import './shared/tokens.css';
import './signIn/SignInPage.css';

/** A function of `index.html`. */
type Shown = { showNotStarted?: (error: string) => void };

makeStorageSafe();
tolerateMovedNodes();
ignoreStrayEvents();
showCutPastes();
letBackClose();

/**
 * A page opened before a deployment asks for files that no longer exist. A reload helps, but only one: input is kept as
 * a draft, and a file that is really missing must not reload forever.
 */
addEventListener('vite:preloadError', event => {
  if (isLoadingAhead()) return;
  const key = 'reloaded_for_new_version';
  if (Math.abs(Date.now() - Number(sessionStorage.getItem(key) ?? 0)) < 60_000) return;
  sessionStorage.setItem(key, String(Date.now()));
  // Without a memory of it, it would go on for ever.
  if (isStorageRefused()) return;
  event.preventDefault();
  location.reload();
});

/** How long the platform's answer to a sign-out is waited for. */
const SIGN_OUT_MS = 3_000;

/**
 * A visitor who has deleted their data is a stranger from here on: nothing of them is left in the browser, nor the
 * number by which the platform would know it again. A page says that it is done.
 */
const startAnew = async (cloud: Cloud) => {
  const signedOut = cloud
    .signOut()
    .catch((error: unknown) => console.error('not signed out', error));
  await Promise.race([signedOut, new Promise(resolve => setTimeout(resolve, SIGN_OUT_MS))]);
  sessionStorage.clear();
  localStorage.clear();
  location.replace('/deleted');
};

/** The start-up sequence (docs/specification.md#start-up). */
const start = async () => {
  const page = document.getElementById('root') as HTMLElement;
  if (isFramed()) return refuseFrame(page);

  const { side, path } = resolveAddress(location.pathname);
  if (path !== location.pathname)
    history.replaceState(null, '', path + location.search + location.hash);

  if (side === 'admin') {
    refuseTranslation();
    document.title = texts.defaultPageTitle;
  }
  const token = side === 'admin' ? getToken() : undefined;
  if (token) {
    const { loadApplication } = await import('./firstList.ts');
    loadApplication(location);
  }

  const cloud = connect(readConfig(), side);

  const signedIn = await cloud.hasLogin().catch((error: unknown) => {
    console.error('login state not known', error);
    return false;
  });
  const session =
    signedIn || side === 'admin'
      ? undefined
      : cloud
          .signInAnonymously()
          .catch((error: unknown) => console.error('no anonymous session', error));

  let { callFunction } = cloud;
  if (token) {
    const { askForFirstList } = await import('./firstList.ts');
    callFunction = askForFirstList(callFunction, location, token);
  }
  const asking = createInvoker({
    callFunction,
    ...(side === 'admin' && { getToken: tokenOfTab }),
  });
  const invoke = side === 'visitor' ? withFirstPage(asking, location) : asking;
  const settings = loadSystemSettings(invoke);

  const root = createRoot(page);
  if (side === 'visitor') {
    const app = import('./visitor/VisitorApp.tsx');
    const visit = createVisit(invoke, signedIn);
    // Public reads, which the publishable key may make: they need not wait for the session.
    readAhead(visit, location);
    keepInvitation(location.search);
    const [{ VisitorApp }] = await Promise.all([app, session]);
    root.render(<VisitorApp visit={visit} startAnew={() => startAnew(cloud)} />);
  } else {
    const { ManagementApp, loadAdminApp } = await import('./signIn/ManagementApp.tsx');
    if (token) await loadAdminApp();
    root.render(<ManagementApp invoke={invoke} platform={cloud} />);
  }
  await settings;
};

start().catch((error: unknown) => {
  console.error('start-up failed', error);
  // What stays when the alert is gone (`index.html`).
  (globalThis as Shown).showNotStarted?.(String(error));
  alert(texts.startUpFailed);
});
