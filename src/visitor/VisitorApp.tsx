import {
  lazy,
  type MouseEvent,
  Suspense,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useSyncExternalStore,
} from 'react';
import type { Invoke } from '#dataProvider/invoke.ts';
import { visitor } from '#i18n/zh/visitor.ts';
import { createSignedUrls } from '../shared/signedUrls.ts';
import { SignedUrlsProvider } from '../shared/SignedUrlsProvider.tsx';
import { createCategories } from './categories.ts';
import { HomePage } from './HomePage.tsx';
import { Brand } from './icons.tsx';
import { Link } from './Link.tsx';
import { pageAt, scrollOfPage, useAddress } from './location.ts';
import { createTemplateLists } from './templateLists.ts';
import { TemplatePage } from './TemplatePage.tsx';
import '../shared/tokens.css';
import './visitor.css';

const NewPrintPage = lazy(() =>
  import('./prints/NewPrintPage.tsx').then(module => ({ default: module.NewPrintPage })),
);
const PrintPage = lazy(() =>
  import('./prints/PrintPage.tsx').then(module => ({ default: module.PrintPage })),
);
const PrintListPage = lazy(() =>
  import('./prints/PrintListPage.tsx').then(module => ({ default: module.PrintListPage })),
);

export const VisitorApp = ({ invoke }: { invoke: Invoke }) => {
  const signedUrls = useMemo(() => createSignedUrls(invoke), [invoke]);
  return (
    <SignedUrlsProvider client={signedUrls}>
      <Pages invoke={invoke} />
    </SignedUrlsProvider>
  );
};

const Pages = ({ invoke }: { invoke: Invoke }) => {
  const lists = useMemo(() => createTemplateLists(invoke), [invoke]);
  const categories = useMemo(() => createCategories(invoke), [invoke]);
  const main = useRef<HTMLElement>(null);
  const address = useAddress();
  const [pathname = '/', search = ''] = address.split(/(?=\?)/);
  const page = pageAt(pathname, search);
  usePlaceInPage(address, pathname, main);

  useEffect(() => {
    if (page.name === 'home') document.title = visitor.title;
    if (page.name === 'notFound') document.title = visitor.pageTitle(visitor.notFound);
  }, [page.name]);

  const skip = (event: MouseEvent) => {
    event.preventDefault();
    main.current?.focus();
  };

  return (
    <div className="visitor">
      <a className="skip" href="#content" onClick={skip}>
        {visitor.skipToContent}
      </a>
      <header className="header">
        <Link href="/" className="brand">
          <Brand />
          {visitor.title}
        </Link>
      </header>
      <Offline />
      <main id="content" ref={main} tabIndex={-1}>
        {page.name === 'home' && <HomePage query={page} lists={lists} categories={categories} />}
        {page.name === 'template' && (
          <TemplatePage key={page.id} invoke={invoke} id={page.id} known={lists.known(page.id)} />
        )}
        <Suspense fallback={<PageSkeleton />}>
          {page.name === 'newPrint' && (
            <NewPrintPage key={page.photos.join()} invoke={invoke} photos={page.photos} />
          )}
          {page.name === 'print' && <PrintPage key={page.id} invoke={invoke} id={page.id} />}
          {page.name === 'prints' && <PrintListPage invoke={invoke} />}
        </Suspense>
        {page.name === 'notFound' && <NotFoundPage />}
      </main>
      <footer className="footer">{visitor.footer}</footer>
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
    <div role="status" className="offline" hidden={online}>
      {!online && visitor.offline}
    </div>
  );
};

const PageSkeleton = () => (
  <div aria-busy="true">
    <span className="visually-hidden" role="status">
      {visitor.loading}
    </span>
    <span className="skeleton skeleton-title" />
    <span className="skeleton skeleton-block" />
  </div>
);

const NotFoundPage = () => (
  <div className="not-found">
    <p className="not-found-number" aria-hidden="true">
      404
    </p>
    <h1 tabIndex={-1}>{visitor.notFound}</h1>
    <p>{visitor.notFoundHint}</p>
    <Link className="button button-accent" href="/">
      {visitor.backHome}
    </Link>
  </div>
);
