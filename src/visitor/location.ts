/**
 * The visitor's router. react-router-dom, which the management side has, would add 15 KB to the home page, and the query
 * library 10 more: too much of the 200 KB (gzip) that the page may have.
 */
import { useSyncExternalStore } from 'react';
import { MAX_SEARCH_LENGTH } from '#contract/constants.ts';
import { cutText } from '#contract/cut.ts';
import { type LegalKind, legalTexts } from '#contract/legal.ts';

/** '' for all. */
export type TaskGroup = '' | 'active' | 'succeeded' | 'failed';
const taskGroups = new Set<string>(['active', 'succeeded', 'failed'] satisfies TaskGroup[]);

/** The visitor's pages (src/addresses.ts), and the filters that live in their addresses. */
export type Page =
  | { name: 'home'; q: string; category: string }
  | { name: 'works'; group: TaskGroup }
  | { name: 'me' }
  | { name: 'template'; id: string }
  | { name: 'task'; id: string }
  | { name: 'newPrint'; photos: string[] }
  | { name: 'print'; id: string }
  | { name: 'pay'; id: string }
  | { name: 'letters' }
  | { name: 'letter'; id: string }
  | { name: 'prints' }
  | { name: 'deleted' }
  | { name: 'miniProgram'; app: string; entry: string }
  | { name: 'legal'; kind: LegalKind; version: string }
  | { name: 'notFound' };

const isId = (text: string) => /^[\w-]{1,64}$/.test(text);
const recordPath = /^\/(template|task|print|pay|letter)\/([\w-]+)$/;

/** A valid search text, from what was typed or is in the address. */
export const asSearch = (typed: string) =>
  cutText(typed.replace(/\p{Cc}+/gu, ' ').trim(), MAX_SEARCH_LENGTH);

export const pageAt = (pathname: string, search: string): Page => {
  if (pathname === '/') {
    const query = new URLSearchParams(search);
    const category = query.get('category') ?? '';
    return {
      name: 'home',
      q: asSearch(query.get('q') ?? ''),
      category: isId(category) ? category : '',
    };
  }
  if (pathname === '/works') {
    const group = new URLSearchParams(search).get('group') ?? '';
    return { name: 'works', group: taskGroups.has(group) ? (group as TaskGroup) : '' };
  }
  if (pathname === '/me') return { name: 'me' };
  if (pathname === '/letters') return { name: 'letters' };
  if (pathname === '/prints') return { name: 'prints' };
  if (pathname === '/deleted') return { name: 'deleted' };
  if (pathname === '/print/new')
    return { name: 'newPrint', photos: [...new Set(new URLSearchParams(search).getAll('photo'))] };
  if (pathname === '/mini-program') {
    const query = new URLSearchParams(search);
    const idOf = (name: string) => {
      const given = query.get(name) ?? '';
      return isId(given) ? given : '';
    };
    return { name: 'miniProgram', app: idOf('app'), entry: idOf('entry') };
  }
  const [, kind = ''] = /^\/legal\/(\w+)$/.exec(pathname) ?? [];
  if (Object.hasOwn(legalTexts, kind)) {
    const version = new URLSearchParams(search).get('version') ?? '';
    return { name: 'legal', kind: kind as LegalKind, version: cutText(version, 20) };
  }
  const [, name, id] = recordPath.exec(pathname) ?? [];
  return id
    ? { name: name as 'template' | 'task' | 'print' | 'pay' | 'letter', id }
    : { name: 'notFound' };
};

export const homeAddress = ({ q = '', category = '' }: { q?: string; category?: string } = {}) => {
  const query = new URLSearchParams({ ...(q && { q }), ...(category && { category }) }).toString();
  return query ? `/?${query}` : '/';
};

export const worksAddress = (group: TaskGroup = '') => (group ? `/works?group=${group}` : '/works');
export const newPrintAddress = (photos: string[]) =>
  `/print/new?${new URLSearchParams(photos.map(photo => ['photo', photo])).toString()}`;

/** A conversation with support. */
export const letterAddress = (id: string) => `/letter/${id}`;

/** What only the mini-program opens: a local app, or what a quick function leads to. */
export const miniProgramAddress = (what: { app: string } | { entry: string } | null = null) =>
  what ? `/mini-program?${new URLSearchParams(what).toString()}` : '/mini-program';
/** Where an order is paid. */
export const payAddress = (id: string) => `/pay/${id}`;

export const printAddress = (id: string) => `/print/${id}`;

export const legalAddress = (kind: LegalKind, version = '') =>
  version ? `/legal/${kind}?version=${version}` : `/legal/${kind}`;

export const templateAddress = (id: string) => `/template/${id}`;
export const taskAddress = (id: string) => `/task/${id}`;

/** What an entry of the browser's history remembers beside its address. */
interface Remembered {
  scroll?: number;
  /** How many of our own pages are behind it. */
  depth?: number;
}

const remembered = () => (history.state ?? {}) as Remembered;
const listeners = new Set<() => void>();
const notify = () => listeners.forEach(listener => listener());

const subscribe = (listener: () => void) => {
  if (listeners.size === 0) addEventListener('popstate', notify);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) removeEventListener('popstate', notify);
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
  notify();
};

/** Replaces the address of the current page: typing a search does not add a page for each letter. */
export const changeAddress = (address: string, scroll = 0) => {
  if (address === location.pathname + location.search) return;
  history.replaceState({ ...remembered(), scroll } satisfies Remembered, '', address);
  notify();
};

/** Back to the previous page, or to the home page after arriving by a link. */
export const goBack = () => {
  if ((remembered().depth ?? 0) > 0) history.back();
  else goTo('/');
};

export const scrollOfPage = () => remembered().scroll ?? 0;
