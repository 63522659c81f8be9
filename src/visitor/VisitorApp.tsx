import { lazy, type MouseEvent, useEffect, useLayoutEffect, useRef } from 'react';
import { visitor } from '#i18n/zh/visitor.ts';
import { SignedUrlsProvider } from '../shared/SignedUrlsProvider.tsx';
import { Closed, Forgetful, Offline } from './Banners.tsx';
import { EmptyNotice } from './EmptyNotice.tsx';
import { HomePage } from './HomePage.tsx';
import { SearchIcon } from './icons.tsx';
import { registerServiceWorker } from './installable.ts';
import { LoadedPage } from './LoadedPage.tsx';
import { pageAt, scrollOfPage, useAddress } from './location.ts';
import { SiteFooter } from './SiteFooter.tsx';
import { isPlace, SiteHeader } from './SiteHeader.tsx';
import { TemplatePage } from './TemplatePage.tsx';
import { usePageTitle } from './usePageTitle.ts';
import type { Visit } from './visit.ts';
import './visitor.css';

// What the home page does not need is loaded later.
const TaskPage = lazy(async () => ({ default: (await import('./task/TaskPage.tsx')).TaskPage }));
const WorksPage = lazy(async () => ({
  default: (await import('./works/WorksPage.tsx')).WorksPage,
}));
const MePage = lazy(async () => ({ default: (await import('./me/MePage.tsx')).MePage }));
const NewPrintPage = lazy(async () => ({
  default: (await import('./prints/NewPrintPage.tsx')).NewPrintPage,
}));
const PrintPage = lazy(async () => ({
  default: (await import('./prints/PrintPage.tsx')).PrintPage,
}));
const PrintListPage = lazy(async () => ({
  default: (await import('./prints/PrintListPage.tsx')).PrintListPage,
}));

const MiniProgramPage = lazy(async () => ({
  default: (await import('./apps/MiniProgramPage.tsx')).MiniProgramPage,
}));
const PayPage = lazy(async () => ({ default: (await import('./pay/PayPage.tsx')).PayPage }));

const LetterListPage = lazy(async () => ({
  default: (await import('./letters/LetterListPage.tsx')).LetterListPage,
}));
const LetterPage = lazy(async () => ({
  default: (await import('./letters/LetterPage.tsx')).LetterPage,
}));

const LegalPage = lazy(async () => ({
  default: (await import('./legal/LegalPage.tsx')).LegalPage,
}));

export interface VisitorAppProps {
  visit: Visit;
  /** Forgets the visitor's session, and opens the home page as a new visitor. */
  startAnew: () => Promise<void>;
}

export const VisitorApp = ({ visit, startAnew }: VisitorAppProps) => {
  useEffect(registerServiceWorker, []);
  return (
    <SignedUrlsProvider client={visit.signedUrls}>
      <Pages visit={visit} startAnew={startAnew} />
    </SignedUrlsProvider>
  );
};

const Pages = ({ visit, startAnew }: VisitorAppProps) => {
  const { invoke, templates, catalogue, tasks } = visit;
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
      <SiteHeader page={page.name} />
      <Offline />
      <Closed />
      <Forgetful />
      <main id="content" ref={main} tabIndex={-1}>
        {page.name === 'home' && <HomePage query={page} lists={templates} catalogue={catalogue} />}
        {page.name === 'template' && (
          <TemplatePage
            key={page.id}
            invoke={invoke}
            id={page.id}
            known={templates.known(page.id)}
          />
        )}
        {page.name === 'task' && (
          <LoadedPage key={page.id}>
            <TaskPage invoke={invoke} id={page.id} />
          </LoadedPage>
        )}
        {page.name === 'works' && (
          <LoadedPage key="works">
            <WorksPage invoke={invoke} lists={tasks} group={page.group} />
          </LoadedPage>
        )}
        {page.name === 'me' && (
          <LoadedPage key="me">
            <MePage invoke={invoke} startAnew={startAnew} />
          </LoadedPage>
        )}
        {page.name === 'newPrint' && (
          <LoadedPage key={page.photos.join()}>
            <NewPrintPage invoke={invoke} photos={page.photos} />
          </LoadedPage>
        )}
        {page.name === 'print' && (
          <LoadedPage key={page.id}>
            <PrintPage invoke={invoke} id={page.id} />
          </LoadedPage>
        )}
        {page.name === 'pay' && (
          <LoadedPage key={page.id}>
            <PayPage invoke={invoke} id={page.id} />
          </LoadedPage>
        )}
        {page.name === 'letters' && (
          <LoadedPage key="letters">
            <LetterListPage invoke={invoke} />
          </LoadedPage>
        )}
        {page.name === 'letter' && (
          <LoadedPage key={page.id}>
            <LetterPage invoke={invoke} id={page.id} />
          </LoadedPage>
        )}
        {page.name === 'prints' && (
          <LoadedPage key="prints">
            <PrintListPage invoke={invoke} />
          </LoadedPage>
        )}
        {page.name === 'miniProgram' && (
          <LoadedPage key="miniProgram">
            <MiniProgramPage
              invoke={invoke}
              extras={catalogue.extras}
              app={page.app}
              entry={page.entry}
            />
          </LoadedPage>
        )}
        {page.name === 'legal' && (
          <LoadedPage key={page.kind + page.version}>
            <LegalPage invoke={invoke} kind={page.kind} version={page.version} />
          </LoadedPage>
        )}
        {page.name === 'notFound' && <NotFoundPage />}
      </main>
      <SiteFooter invoke={invoke} />
    </div>
  );
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

const NotFoundPage = () => {
  usePageTitle(visitor.notFound);
  return (
    <EmptyNotice isPage icon={<SearchIcon />} title={visitor.notFound}>
      {visitor.notFoundHint}
    </EmptyNotice>
  );
};
