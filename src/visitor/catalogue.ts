/** What the home page reads besides templates. */
import type { ActionOutput } from '#contract/index.ts';
import type { PublicCategory } from '#contract/visitor.ts';
import type { Invoke } from '#dataProvider/invoke.ts';
import { createStore, type Store } from '../shared/store.ts';

/** What is read once per visit; null until it is known. */
interface ReadOnce<T> extends Store<T | null> {
  /** Reads it unless it is known or being read; after a failure again. */
  open: () => void;
}

/** @param empty shown after a failure: the page is useful without it */
const createReadOnce = <T>(read: () => Promise<T>, empty: T): ReadOnce<T> => {
  const { set, ...store } = createStore<T | null>(null);
  let isRead = false;
  let reading = false;

  const open = async () => {
    if (isRead || reading) return;
    reading = true;
    let known = empty;
    try {
      known = await read();
      isRead = true;
    } catch (failure) {
      console.error('part of the page not loaded', failure);
    }
    reading = false;
    set(known);
  };

  return { ...store, open: () => void open() };
};

/** Quick functions, recommended local apps, and popular search words. */
export type Extras = ActionOutput<'appTemplate', 'getHome'>;

export interface Catalogue {
  categories: ReadOnce<PublicCategory[]>;
  extras: ReadOnce<Extras>;
  /** A quick function was opened. */
  countClick: (id: string) => void;
}

const nothing: Extras = { quickFunctions: [], localApps: [], keywords: [] };

export const createCatalogue = (invoke: Invoke): Catalogue => ({
  categories: createReadOnce(
    async () => (await invoke('appTemplate', 'getCategories', {})).list,
    [],
  ),
  extras: createReadOnce(() => invoke('appTemplate', 'getHome', {}), nothing),
  countClick: id => void invoke('appUser', 'countClick', { id }).catch(() => undefined),
});
