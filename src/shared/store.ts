import { useSyncExternalStore } from 'react';

/** A value that components follow. */
export interface Store<T> {
  state: () => T;
  subscribe: (listener: () => void) => () => void;
}

export const createStore = <T>(initial: T): Store<T> & { set: (value: T) => void } => {
  let current = initial;
  const listeners = new Set<() => void>();
  return {
    state: () => current,
    subscribe: listener => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    set: value => {
      current = value;
      listeners.forEach(listener => listener());
    },
  };
};

export const useStore = <T>({ subscribe, state }: Store<T>): T =>
  useSyncExternalStore(subscribe, state, state);
