import type { Store } from 'react-admin';
import { isFields, parsed } from '../../shared/isFields.ts';
import { storeOfAdmin } from '../../shared/storeOfAdmin.ts';

/** Settings of the device; everything else is its user's. */
const isOfDevice = (key: string) => key === 'theme' || key.startsWith('sidebar.');

/** What signing out leaves to the user's next session: what react-admin's `SavedQueriesList` keeps. */
const isKept = (key: string) => key.endsWith('.savedQueries');

const isName = (value: unknown) => typeof value === 'string' || typeof value === 'number';
const isCountOrNone = (value: unknown) => value === null || Number(value) > 0;

const isListParams = (params: Record<string, unknown>) => {
  const { filter = {}, displayedFilters = {}, sort = null, page = null, perPage = null } = params;
  return (
    isFields(filter) &&
    isFields(displayedFilters) &&
    (sort === null || typeof sort === 'string') &&
    isCountOrNone(page) &&
    isCountOrNone(perPage)
  );
};

/** What `DatagridConfigurable` keeps of its columns. */
const isColumn = (column: unknown) => isFields(column) && isName(column['index']);

const isSavedQuery = (query: unknown) =>
  isFields(query) &&
  typeof query['label'] === 'string' &&
  isFields(query['value']) &&
  isFields(query['value']['filter']);

/** A record that was looked at, see `recent.ts`. */
const isRecent = (record: unknown) =>
  isFields(record) && ['resource', 'id', 'label'].every(key => typeof record[key] === 'string');

const kinds: [suffix: string, isItem: (value: unknown) => boolean][] = [
  ['.savedQueries', isSavedQuery],
  ['.availableColumns', isColumn],
  ['.recent', isRecent],
];

/** What is stored under a key, if it is of the kind that is expected there: it may be old, damaged or another's. */
const sound = (key: string, value: unknown, expected: unknown): unknown => {
  if (key === 'locale') return expected;
  // What has no default is a list: the order of columns, exports under way.
  if (expected === undefined || Array.isArray(expected)) {
    const [, isItem = isName] = kinds.find(([suffix]) => key.endsWith(suffix)) ?? [];
    return Array.isArray(value) ? value.filter(isItem) : expected;
  }
  if (!isFields(expected)) return typeof value === typeof expected ? value : expected;
  const fits = isFields(value) && (!key.endsWith('.listParams') || isListParams(value));
  return fits ? value : expected;
};

/** react-admin's store in the browser: one of the device, and one of each administrator. */
export const createStore = (): Store => {
  const own = `RaStore${storeOfAdmin()}.`;
  const placeOf = (key: string) => (isOfDevice(key) ? `RaStore.${key}` : own + key);
  const subscriptions = new Set<{ place: string; listener: (value: unknown) => void }>();
  const publish = (changed: string, value: unknown) => {
    for (const { place, listener } of [...subscriptions]) if (place === changed) listener(value);
  };
  const hearOtherTabs = ({ key, newValue }: StorageEvent) => {
    if (key) publish(key, parsed(newValue));
  };

  const ownKeys = (prefix = '') =>
    Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at) ?? '')
      .filter(place => place.startsWith(own + prefix))
      .map(place => place.slice(own.length));
  const removeItem = (key: string) => {
    localStorage.removeItem(placeOf(key));
    publish(placeOf(key), undefined);
  };
  return {
    setup: () => addEventListener('storage', hearOtherTabs),
    teardown: () => removeEventListener('storage', hearOtherTabs),
    getItem: <T>(key: string, expected?: T) =>
      sound(key, parsed(localStorage.getItem(placeOf(key))), expected) as T,
    setItem: (key, value) => {
      if (value === undefined) return removeItem(key);
      localStorage.setItem(placeOf(key), JSON.stringify(value));
      publish(placeOf(key), value);
    },
    removeItem,
    removeItems: prefix => ownKeys(prefix).forEach(removeItem),
    reset: () =>
      ownKeys()
        .filter(key => !isKept(key))
        .forEach(removeItem),
    listItems: prefix =>
      Object.fromEntries(
        ownKeys(prefix).map(key => [key, parsed(localStorage.getItem(placeOf(key)))]),
      ),
    subscribe: (key, listener) => {
      const subscription = { place: placeOf(key), listener };
      subscriptions.add(subscription);
      return () => subscriptions.delete(subscription);
    },
  };
};
