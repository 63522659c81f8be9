/** What the browser reports: `false` is certain, `true` is not. */
export const isOffline = (): boolean =>
  (globalThis.navigator as Navigator | undefined)?.onLine === false;

/** Resolves when the browser has a network; never after `signal` is aborted. */
export const online = (signal?: AbortSignal): Promise<void> =>
  new Promise(resolve => {
    if (!isOffline()) return resolve();
    addEventListener('online', () => resolve(), { once: true, ...(signal && { signal }) });
  });
