import { localStorageStore, type Store } from 'react-admin';

/** Choices about this device, not about who uses it: signing out leaves them alone. */
const kept = ['theme', 'sideMenu.open'];

export const createStore = (): Store => {
  const store = localStorageStore();
  return {
    ...store,
    reset: () => {
      const values = kept.map(key => [key, store.getItem(key) as unknown] as const);
      store.reset();
      for (const [key, value] of values) if (value !== undefined) store.setItem(key, value);
    },
  };
};
