import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { isStorageRefused, makeStorageSafe } from '#src/shared/safeStorage.ts';

const names = ['localStorage', 'sessionStorage'] as const;
const own = names.map(name => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const);
const replace = (descriptor: PropertyDescriptor) => {
  for (const name of names)
    Object.defineProperty(globalThis, name, { configurable: true, ...descriptor });
};
const refuse = () => {
  throw new DOMException('The operation is insecure.', 'SecurityError');
};
/** Takes nothing any more. */
const full = {
  length: 1,
  key: () => 'kept',
  getItem: (key: string) => (key === 'kept' ? 'before' : null),
  setItem: () => {
    throw new DOMException('exceeded the quota', 'QuotaExceededError');
  },
  removeItem: () => undefined,
};

beforeEach(() => vi.spyOn(console, 'error').mockImplementation(() => undefined));
afterEach(() => {
  vi.restoreAllMocks();
  for (const [name, descriptor] of own) {
    if (descriptor) Object.defineProperty(globalThis, name, descriptor);
    else Reflect.deleteProperty(globalThis, name);
  }
});

it.each([
  ['forbidden', { get: refuse }, []],
  ['absent', { value: null }, []],
  ['full', { value: full }, ['kept']],
] as const)('a storage that is %s keeps everything until the page is closed', (_what, is, kept) => {
  replace(is);
  makeStorageSafe();
  const storage = globalThis.localStorage;
  const keys = () => Array.from({ length: storage.length }, (_, at) => storage.key(at));
  expect(keys()).toEqual(kept);
  storage.setItem('a', '1');
  storage.setItem('b', '2');
  storage.setItem('a', '3');
  expect([storage.getItem('a'), storage.getItem('b'), storage.getItem('c')]).toEqual([
    '3',
    '2',
    null,
  ]);
  expect(keys()).toEqual([...kept, 'a', 'b']);
  storage.removeItem('a');
  expect(keys()).toEqual([...kept, 'b']);
  expect(globalThis.sessionStorage.getItem('b')).toBeNull();
  expect(isStorageRefused()).toBe(true);
  storage.clear();
  expect(storage.getItem('b')).toBeNull();
});
