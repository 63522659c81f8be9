import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { isLoadingAhead, loadAhead, loadNow } from '#src/loadAhead.ts';

let browser: EventTarget;
let onLine: boolean;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  browser = new EventTarget();
  onLine = true;
  vi.stubGlobal('addEventListener', browser.addEventListener.bind(browser));
  vi.stubGlobal('navigator', {
    get onLine() {
      return onLine;
    },
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const pass = () => vi.advanceTimersByTimeAsync(10_000);

it('loads one after the other, once the first page has had its time', async () => {
  const order: string[] = [];
  const load = (name: string) => () => {
    order.push(name);
    return Promise.resolve();
  };
  loadAhead(['a', 'b', 'c'].map(load));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(order).toEqual([]);
  await pass();
  expect(order).toEqual(['a', 'b', 'c']);
});

it('waits while the user types, points or scrolls', async () => {
  const load = vi.fn(() => Promise.resolve());
  loadAhead([load]);
  for (const input of ['keydown', 'pointermove', 'wheel']) {
    browser.dispatchEvent(new Event(input));
    await vi.advanceTimersByTimeAsync(1_900);
  }
  expect(load).not.toHaveBeenCalled();
  await pass();
  expect(load).toHaveBeenCalledOnce();
});

it('ends on a failure, which is recognised as a load ahead', async () => {
  const known: boolean[] = [];
  const after = vi.fn();
  loadAhead([
    () => {
      known.push(isLoadingAhead());
      return Promise.reject(new Error('gone'));
    },
    after,
  ]);
  await pass();
  expect(known).toEqual([true]);
  expect(isLoadingAhead()).toBe(false);
  expect(after).not.toHaveBeenCalled();
});

it('is none where the same is needed meanwhile: then a failure reloads the page', async () => {
  let fail = (_: Error) => {};
  const file = new Promise<void>((_, reject) => (fail = reject));
  const load = () => file;
  loadAhead([load]);
  await pass();
  expect(isLoadingAhead()).toBe(true);
  const needed = loadNow(load);
  expect(isLoadingAhead()).toBe(false);
  fail(new Error('gone'));
  await expect(needed).rejects.toThrow('gone');
});

it('loads nothing without a network, nor after it was stopped', async () => {
  const load = vi.fn(() => Promise.resolve());
  onLine = false;
  loadAhead([load]);
  await pass();
  onLine = true;
  loadAhead([load])();
  await pass();
  expect(load).not.toHaveBeenCalled();
});
