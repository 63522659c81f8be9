import type { Invoke } from '#dataProvider/invoke.ts';
import { createStore, type Store } from '../shared/store.ts';

/** How many conversations with support have something that the visitor has not read. */
export interface Unread extends Store<number> {
  /** Asks for it, unless a page has read it already. */
  look: () => Promise<void>;
  set: (count: number) => void;
}

/** @param isKnown whether the visitor has been here before: to others support has not written */
export const createUnread = (invoke: Invoke, isKnown: boolean): Unread => {
  const store = createStore(0);
  let isRead = !isKnown;
  const set = (count: number) => {
    isRead = true;
    store.set(count);
  };
  const look = async () => {
    if (!isRead) set((await invoke('appUser', 'getMe', {})).unreadLetters);
  };
  return { ...store, set, look };
};
