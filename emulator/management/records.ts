import type { PlatformStore } from '../platform/platformStore.ts';

/** What is deployed, of one kind, by name; in memory, and kept in `platform.sqlite`. */
export interface Records<T> {
  get(name: string): T | undefined;
  /** In the order of their names. */
  all(): [name: string, value: T][];
  put(name: string, value: T): void;
  /** Whether it was there. */
  remove(name: string): boolean;
}

/** Opens the records of a kind; they are JSON values. */
export type OpenRecords = <T>(kind: string) => Records<T>;

export function recordsIn(store: PlatformStore): OpenRecords {
  store.run(
    'create table if not exists deployed (kind text, name text, value text not null, primary key (kind, name)) without rowid',
  );
  return <T>(kind: string): Records<T> => {
    const known = new Map(
      store
        .all('select name, value from deployed where kind = ?', [kind])
        .map(({ name, value }) => [String(name), JSON.parse(String(value)) as T]),
    );
    return {
      get: name => known.get(name),
      all: () => [...known].sort(([a], [b]) => (a < b ? -1 : 1)),
      put(name, value) {
        store.run('insert or replace into deployed values (?, ?, ?)', [
          kind,
          name,
          JSON.stringify(value),
        ]);
        known.set(name, value);
      },
      remove(name) {
        store.run('delete from deployed where kind = ? and name = ?', [kind, name]);
        return known.delete(name);
      },
    };
  };
}
