import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createWorkerPool } from '../functions/pool.ts';
import type { InvokeMessage } from '../functions/worker.ts';
import type { RunOptions, WorkerOutcome } from '../functions/workerProcess.ts';

const processors = vi.hoisted(() => ({ idle: true }));
vi.mock('node:os', () => ({
  cpus: () => {
    const idle = processors.idle ? Date.now() : 0;
    return [{ times: { user: Date.now() - idle, nice: 0, sys: 0, irq: 0, idle } }];
  },
}));

interface Event extends InvokeMessage {
  /** What the event calls, and waits for. */
  calls?: () => Promise<unknown>;
}

/** Workers that take as long as an event's time limit says, after what the event calls. */
vi.mock('../functions/workerProcess.ts', () => ({
  startWorkerProcess: () => ({
    ready: Promise.resolve(true),
    ended: new Promise<void>(() => undefined),
    alive: () => true,
    kill: () => undefined,
    run: async ({ calls }: Event, { timeoutMs, onLoaded }: RunOptions) => {
      onLoaded();
      await calls?.();
      return new Promise<WorkerOutcome>(resolve =>
        setTimeout(() => resolve({ type: 'failed', detail: '' }), timeoutMs),
      );
    },
  }),
}));

const startPool = () =>
  createWorkerPool({ workers: 2, file: 'worker.js', memoryMb: () => 1, log: () => undefined });

beforeEach(() => {
  vi.useFakeTimers();
  processors.idle = true;
});
afterEach(() => void vi.useRealTimers());

describe('the workers', () => {
  const mostWhile = async (events: number, ms: number) => {
    const pool = startPool();
    const done = Promise.all(
      Array.from({ length: events }, (_event, at) =>
        pool.run({
          name: `function${at % 5}`,
          message: () => ({}) as InvokeMessage,
          timeoutMs: ms,
          label: '',
          depth: 0,
        }),
      ),
    );
    let most = 0;
    for (let step = 0; step < (events * ms) / 10; step += 1) {
      await vi.advanceTimersByTimeAsync(10);
      most = Math.max(most, pool.size());
    }
    await done;
    pool.close();
    return most;
  };

  it('stay as many for hundreds of quick events at once, which wait for the processor', async () => {
    expect(await mostWhile(400, 20)).toBe(2);
  });

  it('become up to two more for events that run long, because they may wait for something else', async () => {
    expect(await mostWhile(20, 500)).toBe(4);
  });

  it('stay as many for some time while the processors are busy anyway', async () => {
    processors.idle = false;
    expect(await mostWhile(20, 500)).toBe(2);
    expect(await mostWhile(6, 5_000)).toBe(4);
  });

  it('stay few for fifty chains of three calls at once, none of which waits for one that waits for it', async () => {
    processors.idle = false;
    const pool = startPool();
    let most = 0;
    const chain = (depth: number, length: number): Promise<WorkerOutcome> => {
      const calls = () => (depth + 1 < length ? chain(depth + 1, length) : Promise.resolve());
      const message = () => ({ calls }) as Partial<Event> as Event;
      const done = pool.run({ name: `at${depth}`, message, timeoutMs: 20, label: '', depth });
      most = Math.max(most, pool.size());
      return done;
    };
    const all = Promise.all(Array.from({ length: 50 }, () => chain(0, 3)));
    await vi.advanceTimersByTimeAsync(10_000);
    await expect(Promise.race([all, 'stuck'])).resolves.toHaveLength(50);
    expect(most).toBeLessThanOrEqual(6);
    // One that calls itself without an end.
    const endless = chain(0, 100);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await Promise.race([endless, 'stuck'])).toMatchObject({ type: 'failed' });
    expect(most).toBeLessThanOrEqual(40);
    pool.close();
  });
});
