import type { PublicCategory } from '#contract/visitor.ts';
import type { Invoke } from '#dataProvider/invoke.ts';

/** The categories to choose from, read once per visit; null until they are known. */
export interface Categories {
  state: () => PublicCategory[] | null;
  subscribe: (listener: () => void) => () => void;
  open: () => void;
}

export const createCategories = (invoke: Invoke): Categories => {
  const listeners = new Set<() => void>();
  let known: PublicCategory[] | null = null;
  let read = false;
  let reading = false;

  const open = async () => {
    if (read || reading) return;
    reading = true;
    try {
      known = (await invoke('appTemplate', 'getCategories', {})).list;
      read = true;
    } catch (failure) {
      // A failure is shown for the templates only, which are all listed without categories.
      console.error('categories not loaded', failure);
      known = [];
    }
    reading = false;
    listeners.forEach(listener => listener());
  };

  return {
    state: () => known,
    subscribe: listener => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    open: () => void open(),
  };
};
