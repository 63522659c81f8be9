import { isWellFormedCode, normaliseCode } from '#contract/codeText.ts';

/** Where to look, and what for. */
export interface Target {
  resource: string;
  q: string;
}

/** Key of `palette.kinds`. */
export type Kind =
  'orderNo' | 'printNo' | 'openid' | 'tail' | 'phone' | 'code' | 'id' | 'number' | 'words';

export interface Detected {
  kind: Kind;
  targets: Target[];
}

const idPrefixes: Record<string, string> = {
  tpl: 'templates',
  ord: 'orders',
  usr: 'users',
  prt: 'print-orders',
  cat: 'categories',
  kw: 'keywords',
};

const at = (q: string, ...resources: string[]): Target[] =>
  resources.map(resource => ({ resource, q }));

/** Recognises typed or pasted text by its form, and where to search for it. */
export const detect = (typed: string): Detected | undefined => {
  const text = typed.normalize('NFKC').trim();
  if (text === '') return undefined;
  const upper = text.toUpperCase();
  const code = normaliseCode(text);

  if (/^\d{20}$/.test(text))
    return { kind: 'orderNo', targets: at(text, 'orders', 'print-orders') };
  if (/^P\d{16}$/.test(upper)) return { kind: 'printNo', targets: at(upper, 'print-orders') };
  if (/^o[A-Za-z0-9_-]{27}$|^(anon|custom|deleted):[\w:-]+$/.test(text)) {
    return { kind: 'openid', targets: at(text, 'users', 'orders') };
  }
  if (isWellFormedCode(code)) return { kind: 'code', targets: at(code, 'activation-codes') };
  if (/^1\d{10}$/.test(text)) {
    return { kind: 'phone', targets: at(text, 'users', 'orders', 'print-orders') };
  }
  if (/^\d{4}$/.test(text)) {
    return {
      kind: 'tail',
      targets: at(text, 'users', 'orders', 'print-orders', 'activation-codes'),
    };
  }
  const prefix = /^([a-z]{2,4})_[A-Za-z0-9_]+$/.exec(text)?.[1];
  const owner = prefix && idPrefixes[prefix];
  if (owner) return { kind: 'id', targets: at(text, owner) };
  if (/^[0-9a-f]{24}$/.test(text)) {
    return { kind: 'id', targets: at(text, 'users', 'orders', 'print-orders', 'templates') };
  }
  if (/^[A-Z]{0,4}\d{9,32}$/.test(upper)) {
    return { kind: 'number', targets: at(upper, 'orders', 'print-orders') };
  }
  return {
    kind: 'words',
    targets: at(text, 'templates', 'users', 'orders', 'categories', 'keywords'),
  };
};
