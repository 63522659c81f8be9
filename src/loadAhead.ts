/** Delay, so that the first page and what is first done there have priority. */
const HEAD_START_MS = 5_000;
/** What is loaded also runs, which may block a frame: not while the user types, points or scrolls. */
const QUIET_MS = 2_000;
const inputs = ['keydown', 'pointerdown', 'pointermove', 'scroll', 'wheel'];

let loading = false;
let needed = 0;

/** Whether what is loaded is loaded ahead and for nothing else: its failure must not reload the page. */
export const isLoadingAhead = () => loading && needed === 0;

/** Loads what is needed now, though it may be on its way already, ahead. */
export const loadNow = async <T>(load: () => Promise<T>): Promise<T> => {
  needed += 1;
  try {
    return await load();
  } finally {
    needed -= 1;
  }
};

/**
 * Loads what may be needed later, one after the other in idle time. Stops at the first failure: the rest is loaded when
 * it is needed. Returns a function that stops it.
 *
 * Without it the next list is usable 0.9 s later at 10 Mbit/s, 40 ms and a quarter of the processor (4.2 s instead of 3.3).
 */
export const loadAhead = (loads: (() => Promise<unknown>)[]): (() => void) => {
  const stopping = new AbortController();
  const { signal } = stopping;
  let lastInput = -Infinity;
  const noteInput = () => (lastInput = performance.now());
  for (const input of inputs)
    addEventListener(input, noteInput, { capture: true, passive: true, signal });

  let timer: ReturnType<typeof setTimeout>;
  const loadAfter = (ms: number, at: number): void => {
    timer = setTimeout(() => whenIdle(() => void next(at)), ms);
  };
  const next = async (at: number): Promise<void> => {
    const load = loads[at];
    if (!load || signal.aborted || !navigator.onLine) return stopping.abort();
    const pause = lastInput + QUIET_MS - performance.now();
    if (pause > 0) return loadAfter(pause, at);
    loading = true;
    const arrived = await load().then(
      () => true,
      () => false,
    );
    loading = false;
    if (arrived) loadAfter(0, at + 1);
    else stopping.abort();
  };
  loadAfter(HEAD_START_MS, 0);
  return () => {
    stopping.abort();
    clearTimeout(timer);
  };
};

/** Safari has no idle callbacks. */
const whenIdle = (work: () => void) =>
  'requestIdleCallback' in globalThis ? requestIdleCallback(work) : setTimeout(work, 50);
