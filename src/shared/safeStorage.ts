import { createStore, useStore } from './store.ts';

/*
 * The browser's storage may be full (QuotaExceededError), forbidden (SecurityError at the first look) or absent. What it
 * does not take is kept in memory until the page is closed. It takes the place of the browser's own, because the
 * platform's SDK uses that too, and fails where it does.
 */

const refused = createStore(false);

const refuse = (error: unknown) => {
  if (refused.state()) return;
  console.error('the browser stores nothing', error);
  refused.set(true);
};

/** Whether something is lost when the page is closed. */
export const isStorageRefused = refused.state;
export const useStorageRefused = () => useStore(refused);

/** @param real may throw */
const createSafeStorage = (real: () => Storage): Storage => {
  /** What the browser has not taken; null where it has not removed what is there. */
  const memory = new Map<string, string | null>();

  const ask = <T>(question: (storage: Storage) => T, otherwise: T): T => {
    try {
      return question(real());
    } catch {
      return otherwise;
    }
  };
  const change = (key: string, value: string | null) => {
    try {
      if (value === null) real().removeItem(key);
      else real().setItem(key, value);
      memory.delete(key);
    } catch (error) {
      memory.set(key, value);
      if (value !== null) refuse(error);
    }
  };
  const keys = () => {
    const stored = ask(
      storage => Array.from({ length: storage.length }, (_, at) => String(storage.key(at))),
      [],
    );
    return [...new Set([...stored, ...memory.keys()])].filter(key => memory.get(key) !== null);
  };

  return {
    getItem: key =>
      memory.has(key) ? (memory.get(key) ?? null) : ask(storage => storage.getItem(key), null),
    setItem: (key, value) => change(key, String(value)),
    removeItem: key => change(key, null),
    clear: () => keys().forEach(key => change(key, null)),
    key: at => keys()[at] ?? null,
    get length() {
      return keys().length;
    },
  };
};

/** From here on no use of storage throws. Before anything looks at it. */
export const makeStorageSafe = () => {
  for (const name of ['localStorage', 'sessionStorage'] as const) {
    const own = Object.getOwnPropertyDescriptor(globalThis, name);
    const real = () => (own?.get ? (own.get.call(globalThis) as Storage) : (own?.value as Storage));
    Object.defineProperty(globalThis, name, {
      value: createSafeStorage(real),
      configurable: true,
      enumerable: true,
      writable: true,
    });
  }
};
