import { isTailOfCode } from '#contract/codeText.ts';
import { ownersOfIds, readSearch, type SearchKind } from '#contract/search.ts';

/** Where to look, and what for. */
export interface Target {
  resource: string;
  q: string;
}

export interface Detected {
  /** Key of `list.kinds`. */
  kind: SearchKind;
  targets: Target[];
}

/** Not a page of its own: a code stands on the page of its batch. */
export const CODES = 'activation-codes/codes';

const places: Record<SearchKind, readonly string[]> = {
  orderNo: ['orders', 'print-orders', 'refunds'],
  refundNo: ['refunds', 'orders'],
  printNo: ['print-orders'],
  taskNo: ['tasks'],
  openid: ['users', 'orders', 'tasks', 'feedback'],
  code: [CODES],
  phone: ['users', 'orders', 'print-orders', 'tasks', 'feedback'],
  tail: [
    'users',
    'orders',
    'print-orders',
    'refunds',
    'tasks',
    'feedback',
    'activation-codes',
    CODES,
  ],
  id: [...new Set(Object.values(ownersOfIds))],
  number: ['orders', 'print-orders', 'refunds', 'tasks', 'feedback', 'activation-codes', 'users'],
  words: [
    'templates',
    'users',
    'orders',
    'print-orders',
    'packages',
    'templates/presets',
    'videos',
    'administrators',
    'categories',
    'keywords',
  ],
};

/** Short lists without a search of their own: looked through here. */
export const unsearched: readonly string[] = ['packages', 'administrators'];

/** Recognises typed or pasted text by its form, and where to search for it. */
export const detect = (typed: string): Detected | undefined => {
  const { kind, value: q } = readSearch(typed);
  if (q === '') return undefined;
  const owner = kind === 'id' ? ownersOfIds[q.split('_')[0] ?? ''] : undefined;
  const found = owner ? [owner] : places[kind];
  const all = kind === 'words' && isTailOfCode(q) ? [...found, CODES] : found;
  return { kind, targets: all.map(resource => ({ resource, q })) };
};
