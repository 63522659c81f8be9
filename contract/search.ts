import { bareCode, isWellFormedCode } from './codeText.ts';
import { bareNumber, barePhone, piecesOf, plainId, plainText } from './pasted.ts';

/** `tail`: the last four digits of a number or a phone. `words`: part of a name. */
export type SearchKind =
  | 'openid'
  | 'id'
  | 'phone'
  | 'tail'
  | 'refundNo'
  | 'orderNo'
  | 'printNo'
  | 'taskNo'
  | 'code'
  | 'number'
  | 'words';

const forms: Partial<Record<SearchKind, RegExp>> = {
  tail: /^\d{4}$/,
  refundNo: /^RF\d{22}$/,
  orderNo: /^\d{20}$/,
  printNo: /^P\d{16}$/,
  taskNo: /^T\d{16}$/,
};
const kinds = Object.keys(forms) as SearchKind[];

/** A name may have digits and blanks too, so a number that is written with blanks or dashes is a long one. */
const isNumber = (number: string, text: string) =>
  /^[0-9A-Z]{4,64}$/.test(number) &&
  /\d{4}/.test(number) &&
  (number.length === text.length || number.replace(/\D/g, '').length >= 8);

/** The resource of each id of ours by what it begins with; those without a beginning are 24 characters. */
export const ownersOfIds: Readonly<Record<string, string>> = {
  tpl: 'templates',
  pre: 'templates/presets',
  qf: 'templates/quick-functions',
  app: 'local-app-templates',
  lcat: 'local-app-categories',
  cat: 'categories',
  kw: 'keywords',
  usr: 'users',
  ord: 'orders',
  prt: 'print-orders',
  size: 'print-size-config',
  price: 'package-prices',
  pkg: 'packages',
  task: 'tasks',
  fb: 'feedback',
  bat: 'activation-codes',
  vid: 'videos',
  key: 'api-keys',
  cmp: 'compensations',
  adm: 'administrators',
  role: 'administrators/roles',
};
const ownId = new RegExp(
  `^(?:${Object.keys(ownersOfIds).join('|')})_(?=\\w*\\d)\\w+$|^(?=.*[a-f])[0-9a-f]{24}$`,
);

interface Searched {
  kind: SearchKind;
  value: string;
}

const readWhole = (typed: string): Searched => {
  const text = plainText(typed);
  const id = plainId(typed);
  if (ownId.test(id)) return { kind: 'id', value: id };
  if (/^o[A-Za-z0-9_-]{27}$|^(anon|custom|deleted):[A-Za-z0-9_:-]+$/.test(id))
    return { kind: 'openid', value: id };
  const number = bareNumber(typed);
  const kind = kinds.find(name => forms[name]?.test(number));
  if (kind) return { kind, value: number };
  const phone = barePhone(typed);
  if (/^1\d{10}$/.test(phone)) return { kind: 'phone', value: phone };
  const code = bareCode(typed);
  if (isWellFormedCode(code)) return { kind: 'code', value: code };
  return isNumber(number, text)
    ? { kind: 'number', value: number }
    : { kind: 'words', value: text };
};

/** Of several in a text the surest: a phone stands beside an order number more often than it is searched for. */
const surest = [
  'refundNo',
  'orderNo',
  'printNo',
  'taskNo',
  'id',
  'code',
  'openid',
  'phone',
  'number',
] satisfies SearchKind[];
/** Among words; shorter ones are amounts, years and days. */
const day = /^20\d\d[-. ]\d\d?[-. ]\d/;
const longNumber = /^[A-Z]{0,4}\d{9,}[A-Z]{0,2}$/;

/**
 * What is searched for, by its form, as typed, pasted or filled in, also in the middle of a sentence. `value` is in the
 * form in which it is stored; words are as they were typed, '' if there are none.
 */
export const readSearch = (typed = ''): Searched => {
  const whole = readWhole(typed);
  if (whole.kind !== 'words' || whole.value === '') return whole;
  const read = piecesOf(typed)
    .filter(piece => !day.test(piece))
    .map(readWhole)
    .filter(({ kind, value }) => kind !== 'number' || longNumber.test(value));
  return surest.flatMap(kind => read.find(piece => piece.kind === kind) ?? [])[0] ?? whole;
};

/** What a search takes of a text that is more than that. */
export const takenOf = (typed: string): Searched | undefined => {
  const { kind, value } = readSearch(typed);
  return kind !== 'words' && readWhole(typed).kind === 'words' ? { kind, value } : undefined;
};
