import { readSearch, type SearchKind } from '#contract/search.ts';

/** Where to look, and what for. */
export interface Target {
  resource: string;
  q: string;
}

export interface Detected {
  /** Key of `palette.kinds`. */
  kind: SearchKind;
  targets: Target[];
}

const owners: Record<string, string> = {
  tpl: 'templates',
  ord: 'orders',
  usr: 'users',
  prt: 'print-orders',
  cat: 'categories',
  kw: 'keywords',
};

const places: Record<SearchKind, readonly string[]> = {
  orderNo: ['orders', 'print-orders'],
  refundNo: ['orders'],
  printNo: ['print-orders'],
  taskNo: ['tasks'],
  openid: ['users', 'orders'],
  code: ['activation-codes'],
  phone: ['users', 'orders', 'print-orders'],
  tail: ['users', 'orders', 'print-orders', 'activation-codes'],
  id: ['users', 'orders', 'print-orders', 'templates'],
  number: ['orders', 'print-orders'],
  words: ['templates', 'users', 'orders', 'categories', 'keywords'],
};

/** Recognises typed or pasted text by its form, and where to search for it. */
export const detect = (typed: string): Detected | undefined => {
  const { kind, value: q } = readSearch(typed);
  if (q === '') return undefined;
  const owner = kind === 'id' ? owners[q.split('_')[0] ?? ''] : undefined;
  return { kind, targets: (owner ? [owner] : places[kind]).map(resource => ({ resource, q })) };
};
