/**
 * The visitor's router. react-router-dom, which the management side has, would add 15 KB to the home page's 163, and the
 * query library 10 more: past the 175 KB (gzip) that the page may have.
 */
import { useSyncExternalStore } from 'react';
import { MAX_SEARCH_LENGTH } from '#contract/constants.ts';

/** The visitor's pages (src/addresses.ts), and the filters that live in the address of the first. */
export type Page =
  | { name: 'home'; q: string; category: string }
  | { name: 'template'; id: string }
  | { name: 'newPrint'; photos: string[] }
  | { name: 'print'; id: string }
  | { name: 'prints' }
  | { name: 'notFound' };

const templatePath = /^\/template\/([\w-]+)$/;
const printPath = /^\/print\/([\w-]+)$/;

/** A valid search text, from what was typed or is in the address. */
export const asSearch = (typed: string) =>
  typed
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, MAX_SEARCH_LENGTH)
    // Half of a character cut in two.
    .replace(/[\ud800-\udbff]$/, '');

export const pageAt = (pathname: string, search: string): Page => {
  if (pathname === '/') {
    const query = new URLSearchParams(search);
    const category = query.get('category') ?? '';
    return {
      name: 'home',
      q: asSearch(query.get('q') ?? ''),
      category: /^[\w-]{1,64}$/.test(category) ? category : '',
    };
  }
  if (pathname === '/prints') return { name: 'prints' };
  if (pathname === '/print/new')
    return { name: 'newPrint', photos: [...new Set(new URLSearchParams(search).getAll('photo'))] };
  const print = printPath.exec(pathname)?.[1];
  if (print) return { name: 'print', id: print };
  const id = templatePath.exec(pathname)?.[1];
  return id ? { name: 'template', id } : { name: 'notFound' };
};

export const homeAddress = ({ q = '', category = '' }: { q?: string; category?: string } = {}) => {
  const query = new URLSearchParams({ ...(q && { q }), ...(category && { category }) }).toString();
  return query ? `/?${query}` : '/';
};

export const newPrintAddress = (photos: string[]) =>
  `/print/new?${new URLSearchParams(photos.map(photo => ['photo', photo])).toString()}`;

export const printAddress = (id: string) => `/print/${id}`;

export const templateAddress = (id: string) => `/template/${id}`;

/** What an entry of the browser's history remembers beside its address. */
interface Remembered {
  scroll?: number;
  /** How many of our own pages are behind it. */
  depth?: number;
}

const remembered = () => (history.state ?? {}) as Remembered;
const listeners = new Set<() => void>();
const tell = () => listeners.forEach(listener => listener());

const subscribe = (listener: () => void) => {
  if (listeners.size === 0) addEventListener('popstate', tell);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) removeEventListener('popstate', tell);
  };
};

/** Path and query of the page that is shown. */
export const useAddress = () =>
  useSyncExternalStore(subscribe, () => location.pathname + location.search);

/** Adds a page to the history; the current one stores its scroll position. */
export const goTo = (address: string) => {
  const { depth = 0 } = remembered();
  history.replaceState({ ...remembered(), scroll: scrollY } satisfies Remembered, '');
  history.pushState({ depth: depth + 1 } satisfies Remembered, '', address);
  tell();
};

/** Replaces the address of the current page: typing a search does not add a page for each letter. */
export const changeAddress = (address: string) => {
  if (address === location.pathname + location.search) return;
  history.replaceState({ ...remembered(), scroll: 0 } satisfies Remembered, '', address);
  tell();
};

/** Back to the previous page, or to the home page after arriving by a link. */
export const goBack = () => {
  if ((remembered().depth ?? 0) > 0) history.back();
  else goTo('/');
};

export const scrollOfPage = () => remembered().scroll ?? 0;
