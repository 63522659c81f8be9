/** What the browser knows: `false` is certain, `true` is not. */
export const isOffline = (): boolean =>
  (globalThis.navigator as Navigator | undefined)?.onLine === false;

/** When the browser has a network; never once `signal` is aborted. */
export const online = (signal?: AbortSignal): Promise<void> =>
  new Promise(resolve => {
    if (!isOffline()) return resolve();
    addEventListener('online', () => resolve(), { once: true, ...(signal && { signal }) });
  });
