import { useSyncExternalStore } from 'react';

const TICK_MS = 30_000;

let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

/** One clock for all relative times on the screen; it stops while none is shown. */
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  // Otherwise all times would be rendered again with each one that is added.
  if (Date.now() - now >= TICK_MS) now = Date.now();
  timer ??= setInterval(() => {
    now = Date.now();
    listeners.forEach(notify => notify());
  }, TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
};

export const useNow = () => useSyncExternalStore(subscribe, () => now);
