/** Delay, so that the first page has priority. */
const HEAD_START_MS = 3_000;

let loading = false;

/** Whether a load ahead is running: its failure must not reload the page. */
export const isLoadingAhead = () => loading;

/**
 * Loads what may be needed later, one after the other in idle time. Stops at the first failure: the rest is loaded when
 * it is needed. Returns a function that stops it.
 */
export const loadAhead = (loads: (() => Promise<unknown>)[]): (() => void) => {
  let stopped = false;
  const next = async (at: number): Promise<void> => {
    const load = loads[at];
    if (!load || stopped || !navigator.onLine) return;
    loading = true;
    const arrived = await load().then(
      () => true,
      () => false,
    );
    loading = false;
    if (arrived) whenIdle(() => void next(at + 1));
  };
  const timer = setTimeout(() => whenIdle(() => void next(0)), HEAD_START_MS);
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
};

/** Safari has no idle callbacks. */
const whenIdle = (work: () => void) =>
  'requestIdleCallback' in globalThis ? requestIdleCallback(work) : setTimeout(work, 50);
