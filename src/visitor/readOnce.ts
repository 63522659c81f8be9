/** What is read once per visit; null until it is known. */
export interface ReadOnce<T> {
  state: () => T | null;
  subscribe: (listener: () => void) => () => void;
  /** Reads it unless it is known or being read; after a failure again. */
  open: () => void;
}

/** @param empty shown after a failure: the page is useful without it */
export const createReadOnce = <T>(read: () => Promise<T>, empty: T): ReadOnce<T> => {
  const listeners = new Set<() => void>();
  let known: T | null = null;
  let isRead = false;
  let reading = false;

  const open = async () => {
    if (isRead || reading) return;
    reading = true;
    try {
      known = await read();
      isRead = true;
    } catch (failure) {
      console.error('part of the page not loaded', failure);
      known = empty;
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
