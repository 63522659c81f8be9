import './visitor.css';
import {
  type MouseEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
  type ReactNode,
} from 'react';
import { legalKinds, legalTexts, registers } from '#contract/legal.ts';
import type { Invoke } from '#dataProvider/invoke.ts';
import { visitor, footer } from '#i18n/zh/visitor.ts';
import { loadAhead } from '../loadAhead.ts';
import { OpeningNotice } from '../shared/OpeningNotice.tsx';
import { useStorageRefused } from '../shared/safeStorage.ts';
import { useSystemSettings } from '../shared/settings.ts';
import { SignedUrlsProvider } from '../shared/SignedUrlsProvider.tsx';
import { ExternalLink, isWebAddress } from './ExternalLink.tsx';
import { FeedbackButton } from './FeedbackButton.tsx';
import { HomePage } from './HomePage.tsx';
import { SearchIcon } from './icons.tsx';
import { Link } from './Link.tsx';
import { later, LoadedPage } from './LoadedPage.tsx';
import { type Page, pageAt, scrollOfPage, useAddress, legalAddress } from './location.ts';
import { EmptyNotice } from './Notice.tsx';
import { isPlace, SiteHeader } from './SiteHeader.tsx';
import { DetailSkeleton } from './skeletons.tsx';
import { usePageTitle } from './usePageTitle.ts';
import type { Visit } from './visit.ts';

const loadTemplatePage = () => import('./TemplatePage.tsx');

// What the home page does not need is loaded later.
const pages = {
  template: later(async () => (await loadTemplatePage()).TemplatePage),
  task: later(async () => (await import('./task/TaskPage.tsx')).TaskPage),
  works: later(async () => (await import('./works/WorksPage.tsx')).WorksPage),
  me: later(async () => (await import('./me/MePage.tsx')).MePage),
  newPrint: later(async () => (await import('./prints/NewPrintPage.tsx')).NewPrintPage),
  print: later(async () => (await import('./prints/PrintPage.tsx')).PrintPage),
  prints: later(async () => (await import('./prints/PrintListPage.tsx')).PrintListPage),
  miniProgram: later(async () => (await import('./apps/MiniProgramPage.tsx')).MiniProgramPage),
  pay: later(async () => (await import('./pay/PayPage.tsx')).PayPage),
  letters: later(async () => (await import('./letters/LetterListPage.tsx')).LetterListPage),
  letter: later(async () => (await import('./letters/LetterPage.tsx')).LetterPage),
  legal: later(async () => (await import('./legal/LegalPage.tsx')).LegalPage),
};

/**
 * Registers the service worker (`public/sw.js`), which shows a page while there is no network. Not on the management
 * side, and not while developing: it would outlive the server.
 */
const registerServiceWorker = () => {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  navigator.serviceWorker
    .register('/sw.js', { updateViaCache: 'none' })
    .catch((error: unknown) => console.error('no service worker', error));
};

export interface VisitorAppProps {
  visit: Visit;
  /** Forgets the visitor's session, and opens the home page as a new visitor. */
  startAnew: () => Promise<void>;
}

export const VisitorApp = ({ visit, startAnew }: VisitorAppProps) => {
  useEffect(registerServiceWorker, []);
  // Where most go from home, and whether support has answered.
  useEffect(() => loadAhead([loadTemplatePage, visit.unread.look]), [visit]);
  return (
    <SignedUrlsProvider client={visit.signedUrls}>
      <Pages visit={visit} startAnew={startAnew} />
    </SignedUrlsProvider>
  );
};

const Pages = ({ visit, startAnew }: VisitorAppProps) => {
  const main = useRef<HTMLElement>(null);
  const address = useAddress();
  const [pathname = '/', search = ''] = address.split(/(?=\?)/);
  const page = pageAt(pathname, search);
  usePlaceInPage(address, pathname, main);

  const skip = (event: MouseEvent) => {
    event.preventDefault();
    main.current?.focus();
  };

  return (
    <div className={isPlace(page.name) ? 'visitor with-site-nav' : 'visitor'}>
      <a className="skip" href="#content" onClick={skip}>
        {visitor.skipToContent}
      </a>
      <SiteHeader page={page.name} unread={visit.unread} />
      <Offline />
      <Closed />
      <Forgetful />
      <main id="content" ref={main} tabIndex={-1}>
        <LoadedPage key={pathname}>
          <Content page={page} visit={visit} startAnew={startAnew} />
        </LoadedPage>
      </main>
      <SiteFooter invoke={visit.invoke} />
    </div>
  );
};

const Content = ({ page, visit, startAnew }: VisitorAppProps & { page: Page }) => {
  const { invoke, templates, catalogue, tasks } = visit;
  switch (page.name) {
    case 'home':
      return <HomePage query={page} lists={templates} catalogue={catalogue} />;
    case 'template':
      return (
        <LoadedPage placeholder={<DetailSkeleton />}>
          <pages.template invoke={invoke} id={page.id} known={templates.known(page.id)} />
        </LoadedPage>
      );
    case 'task':
      return <pages.task invoke={invoke} id={page.id} />;
    case 'works':
      return <pages.works invoke={invoke} lists={tasks} group={page.group} />;
    case 'me':
      return <pages.me invoke={invoke} startAnew={startAnew} unread={visit.unread} />;
    case 'newPrint':
      return <pages.newPrint invoke={invoke} lists={tasks} photos={page.photos} />;
    case 'print':
      return <pages.print invoke={invoke} id={page.id} />;
    case 'pay':
      return <pages.pay invoke={invoke} id={page.id} />;
    case 'letters':
      return <pages.letters invoke={invoke} />;
    case 'letter':
      return <pages.letter invoke={invoke} id={page.id} />;
    case 'prints':
      return <pages.prints invoke={invoke} />;
    case 'miniProgram': {
      const { app, entry } = page;
      return (
        <pages.miniProgram invoke={invoke} extras={catalogue.extras} app={app} entry={entry} />
      );
    }
    case 'legal': {
      const { kind, version } = page;
      return <pages.legal key={version} invoke={invoke} kind={kind} version={version} />;
    }
    case 'deleted':
      return <OnlyNotice title={visitor.deleted} text={visitor.deletedHint} />;
    case 'notFound':
      return (
        <OnlyNotice title={visitor.notFound} text={visitor.notFoundHint} icon={<SearchIcon />} />
      );
  }
};

/** The previous scroll position when coming back; the top of a new page, whose title is read out. */
const usePlaceInPage = (
  address: string,
  pathname: string,
  main: { readonly current: HTMLElement | null },
) => {
  const shownPath = useRef(pathname);
  useLayoutEffect(() => {
    history.scrollRestoration = 'manual';
  }, []);
  useLayoutEffect(() => {
    scrollTo(0, scrollOfPage());
    if (shownPath.current === pathname) return;
    shownPath.current = pathname;
    const target = main.current?.querySelector('h1') ?? main.current;
    target?.focus({ preventScroll: true });
  }, [address, pathname, main]);
};

/** A page of one sentence. */
const OnlyNotice = ({ title, text, icon }: { title: string; text: string; icon?: ReactNode }) => {
  usePageTitle(title);
  return (
    <EmptyNotice isPage icon={icon} title={title}>
      {text}
    </EmptyNotice>
  );
};

const subscribeToNetwork = (listener: () => void) => {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
};

const Offline = () => {
  const online = useSyncExternalStore(subscribeToNetwork, () => navigator.onLine);
  return (
    <div role="status" className="banner" hidden={online}>
      {!online && visitor.offline}
    </div>
  );
};

/** Templates and works may still be looked at; the server refuses to make new ones. */
const Closed = () => {
  const { maintenance, closed } = useSystemSettings().site;
  const shown = maintenance === null ? 'webClosed' : 'maintenance';
  return <OpeningNotice kind={shown} message={maintenance ?? closed} />;
};

/** What the browser does not keep, works among it, a visitor cannot find again. */
const Forgetful = () => {
  const refused = useStorageRefused();
  return (
    <div role="status" className="banner" hidden={!refused}>
      {refused && visitor.nothingKept}
    </div>
  );
};

/** What the law wants on every page: who runs it, under which numbers, by which rules, and where to complain. */
const SiteFooter = ({ invoke }: { invoke: Invoke }) => {
  const { aiNotice, legal } = useSystemSettings().site;
  const { operator, filing } = legal;
  const model = [filing.model, filing.modelNumber].filter(Boolean).join('，');
  return (
    <footer className="footer">
      <p>{aiNotice}</p>
      <nav className="footer-links" aria-label={footer.rules}>
        {legalKinds.map(kind => (
          <Link key={kind} href={legalAddress(kind)}>
            {legalTexts[kind].label}
          </Link>
        ))}
        <FeedbackButton invoke={invoke} firstTopic="content">
          {footer.complaint}
        </FeedbackButton>
      </nav>
      <p className="footer-links">
        {filing.icp && <Linked href={registers.icp}>{filing.icp}</Linked>}
        {filing.police && <Linked href={registers.police}>{filing.police}</Linked>}
      </p>
      {(operator.name || operator.address || filing.algorithm || model) && (
        <details>
          <summary>{footer.about}</summary>
          <p className="footer-links">
            {operator.name && (
              <Linked href={operator.licenseUrl}>{footer.operator(operator.name)}</Linked>
            )}
            {operator.address && <span>{operator.address}</span>}
            {filing.algorithm && (
              <Linked href={registers.algorithm}>{footer.algorithm(filing.algorithm)}</Linked>
            )}
            {model && <span>{footer.model(model)}</span>}
          </p>
        </details>
      )}
    </footer>
  );
};

/** A link where the address is one; otherwise the words alone. */
const Linked = ({ href, children }: { href: string; children: ReactNode }) =>
  isWebAddress(href) ? (
    <ExternalLink href={href}>{children}</ExternalLink>
  ) : (
    <span>{children}</span>
  );
