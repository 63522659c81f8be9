import { localStorageStore, type Store } from 'react-admin';

/** Settings of the device, not of its user: signing out keeps them. */
const isKept = (key: string) =>
  key === 'theme' || key === 'sideMenu.open' || key.endsWith('.savedQueries');

export const createStore = (): Store => {
  const store = localStorageStore();
  return {
    ...store,
    reset: () => {
      const kept = Object.entries(store.listItems?.() ?? {}).filter(([key]) => isKept(key));
      store.reset();
      for (const [key, value] of kept) store.setItem(key, value);
    },
  };
};
