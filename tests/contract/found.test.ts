import { expect, it } from 'vitest';
import type { Actions } from '#contract/action.ts';
import { codeFrom, formatCode, normaliseCode } from '#contract/codeText.ts';
import { entities } from '#contract/entities.ts';
import { functions } from '#contract/index.ts';
import { plainNumber, plainPhone } from '#contract/pasted.ts';
import { phone } from '#contract/printAddress.ts';
import { ownersOfIds, readSearch } from '#contract/search.ts';
import { pastedWithin } from '../pastedForms.ts';

const code = codeFrom([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17]);
const hash = '5f0c1b2a3d4e5f60718293a4';

/** One of each kind, as it is stored. */
const numbers = {
  orderNo: '26112878459115654294',
  refundNo: 'RF2611287845911565429401',
  printNo: 'P2611220394270557',
  taskNo: 'T2026112000000003',
  openid: `o6_bmjrPTlm6-2sgVt7hMZOPfL2M`,
  id: `ord_${hash}`,
  phone: '13800138000',
  code,
  number: 'SF1234567890123',
} as const;
/** Ids as the functions make them, and as the demo data have them. */
const ids = [
  ...['ord', 'prt', 'task', 'fb'].map(kind => `${kind}_${hash}`),
  `task_ord_${hash}`,
  hash,
  ...['tpl', 'usr', 'pkg', 'kw', 'cat', 'vid', 'adm', 'key', 'cmp', 'bat'].map(
    kind => `${kind}_0001`,
  ),
];

const readers: [name: string, typed: string, read: (text: string) => string, value: string][] = [
  ...Object.entries(numbers).flatMap(([kind, value]) =>
    [value, ...(kind === 'code' ? [formatCode(value)] : [])].map(
      typed =>
        [
          `a search for ${kind}`,
          typed,
          (text: string) => JSON.stringify(readSearch(text)),
          JSON.stringify({ kind, value }),
        ] as never,
    ),
  ),
  ...ids.map(
    id =>
      [
        'a search for an id',
        id,
        (text: string) => JSON.stringify(readSearch(text)),
        JSON.stringify({ kind: 'id', value: id }),
      ] as never,
  ),
  ['a code', formatCode(code), normaliseCode, code],
  ['a phone number', '13800138000', plainPhone, '13800138000'],
  ['a phone number in groups', '138.0013.8000', plainPhone, '13800138000'],
  [
    'the phone of an address',
    '138 0013 8000',
    text => phone.safeParse(text).data ?? 'refused',
    '13800138000',
  ],
  ['the number of a parcel', 'SF1234567890123', plainNumber, 'SF1234567890123'],
  ['the number of a print order', 'P2611220394270557', plainNumber, 'P2611220394270557'],
];

it.each(readers)('%s %s is found in whatever is pasted around it', (_name, typed, read, value) => {
  const wrong = pastedWithin(typed).filter(text => read(text) !== value);
  expect(wrong).toEqual([]);
});

it.each([
  ['小鹿 2026', 'words', '小鹿 2026'],
  ['app_store', 'words', 'app_store'],
  [
    '我在 2026-11-28 13:30 下的单，付了 128 元',
    'words',
    '我在 2026-11-28 13:30 下的单,付了 128 元',
  ],
  ['手机 13800138000 的订单 26112878459115654294 没有收到', 'orderNo', '26112878459115654294'],
])('of %j the search takes %s %s', (typed, kind, value) => {
  expect(readSearch(typed)).toEqual({ kind, value });
});

it('takes none of several numbers where only one can be meant', () => {
  expect(plainNumber('P2611220394270557 / P2611220394270558')).not.toMatch(/^P\d{16}$/);
});

it('knows the ids of every resource that has a page for one of them', () => {
  const unknown = Object.entries(entities).flatMap(([resource, { function: name, names }]) => {
    const { get } = names as { get?: { name: string; id: string } };
    if (!get) return [];
    const { example } = (functions as Record<string, Actions>)[name]![get.name]!;
    const id = (example as Record<string, string>)[get.id]!;
    return readSearch(id).kind === 'id' && ownersOfIds[id.split('_')[0]!] === resource ? [] : [id];
  });
  // A day is found by its date, and an approval by its refund or user.
  expect(unknown).toEqual(['credits_0001', '20260901']);
});
