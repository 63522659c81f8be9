import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Due } from '#cloudfunctions/_shared/base/due.ts';
import { type Carry, carriedBy, noAnswer } from '../../replaceSdkTransport.ts';
import { startWorld } from '../world/harness.ts';

const world = await startWorld();
const { environment } = await import('#cloudfunctions/_shared/base/environment.ts');
const due = await import('#cloudfunctions/_shared/base/due.ts');
const { defineWorker } = await import('#cloudfunctions/_shared/base/worker.ts');
const { nextTimes } = await import('#cloudfunctions/_shared/work/nextTimes.ts');
const { inTransaction } = await import('#cloudfunctions/_shared/base/transaction.ts');
const { main: worker } = await import('#cloudfunctions/worker/index.ts');
const { isPeriodic, jobs } = await import('#cloudfunctions/_shared/base/jobs.ts');
const { app } = await import('#cloudfunctions/_shared/base/cloud.ts');
type JobName = keyof typeof jobs;

const usual = { ...environment };
beforeEach(async () => {
  await world.reset();
  world.calledWorkers.length = 0;
});
afterEach(() => {
  Object.assign(environment, usual);
  vi.useRealTimers();
});

const rows = async () => (await world.rows('due')) as unknown as Due[];
const marks = async () => (await rows()).filter(({ _id }) => !(_id in jobs));
const own = async (job: JobName) => (await rows()).find(({ _id }) => _id === job);
/** On a busy machine as well. */
const until = (isSo: () => boolean | Promise<boolean>) =>
  vi.waitUntil(isSo, { timeout: 30_000, interval: 20 });
/** Waits of the worker as well: they end with `vi.advanceTimersByTimeAsync`. */
const holdTimers = () => vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
const later = (ms: number) => vi.setSystemTime(Date.now() + ms);

/** A worker whose jobs do what a test says; the others do nothing. */
const workerOf = (
  does: Partial<Record<JobName, () => Promise<unknown>>>,
  next: Partial<Record<JobName, () => Promise<number | null>>> = {},
) => {
  const nothing = () => Promise.resolve(null);
  const all = <T>(of: (job: JobName) => T) =>
    Object.fromEntries((Object.keys(jobs) as JobName[]).map(job => [job, of(job)]));
  const its = Object.fromEntries(
    Object.entries(all(job => does[job] ?? nothing)).filter(
      ([job]) => jobs[job as JobName] === 'worker',
    ),
  );
  return defineWorker('worker', its as never, all(job => next[job] ?? nothing) as never);
};
const beat = { Type: 'Timer', TriggerName: 'beat' };
const sweep = { Type: 'Timer', TriggerName: 'sweep', all: true };

describe('marks', () => {
  it('are stored with what a transaction writes, one for all of it, or not at all', async () => {
    const write = (fails: boolean) =>
      inTransaction(transaction => {
        transaction.due('messages');
        transaction.due('orders', transaction.now + 5_000);
        transaction.due('exports');
        return fails ? Promise.reject(new Error('no')) : Promise.resolve();
      });
    await expect(write(true)).rejects.toThrow('no');
    expect(await marks()).toEqual([]);
    await write(false);
    // A worker takes away only rows that it can do all of.
    expect((await marks()).map(mark => mark.jobs)).toEqual([['messages', 'orders'], ['exports']]);
  });

  it('that are due now call the worker once, when the action has succeeded', async () => {
    const wish = { resource: 'templates' };
    await world.ok('adminExport', 'createExport', wish);
    expect(world.calledWorkers).toEqual([{ name: 'heavyWorker', data: { jobs: ['exports'] } }]);
    world.calledWorkers.length = 0;
    await world.call('adminExport', 'createExport', { resource: 'nonsense' });
    expect(world.calledWorkers).toEqual([]);
  });

  it('neither hold up nor fail the action where the worker does not answer', async () => {
    const { callFunction } = app;
    const waits: unknown[] = [];
    app.callFunction = (_call, options) => {
      waits.push(options);
      return Promise.reject(Object.assign(new Error('timeout'), { code: 'ESOCKETTIMEDOUT' }));
    };
    try {
      await world.ok('adminExport', 'createExport', { resource: 'templates' });
    } finally {
      app.callFunction = callFunction;
    }
    expect(waits).toEqual([{ timeout: 300 }]);
    expect(await marks()).toContainEqual(expect.objectContaining({ jobs: ['exports'] }));
    expect(world.errors).toEqual([]);
  });
});

describe('a beat', () => {
  it('runs what is due, and says when it is due next', async () => {
    const next = Date.now() + 50_000;
    const ran = vi.fn(() => Promise.resolve(3));
    const main = workerOf({ messages: ran }, { messages: () => Promise.resolve(next) });
    await due.markDue('messages');
    await due.markDue('orders', Date.now() + 50_000);
    expect(await main(beat)).toEqual({ ok: true, results: { messages: 3 } });
    expect(ran).toHaveBeenCalledTimes(1);
    expect(await own('messages')).toMatchObject({ time: next, until: 0, holder: '' });
    expect((await marks()).map(mark => mark.jobs)).toEqual([['orders']]);
    await main(beat);
    expect(ran).toHaveBeenCalledTimes(1);
  });

  it('that has no answer at first asks once more, and says nothing of it', async () => {
    let asked = 0;
    const carry: Carry = (action, _body, carryOut) => {
      if (action !== 'database.getDocument') return carryOut();
      asked += 1;
      return asked === 1 ? Promise.reject(noAnswer()) : carryOut();
    };
    const ran = vi.fn(() => Promise.resolve(1));
    await due.markDue('messages');
    const answer = await carriedBy(world.emulator.database, carry, () =>
      workerOf({ messages: ran })(beat),
    );
    expect(answer).toEqual({ ok: true, results: { messages: 1 } });
    expect(world.errors).toEqual([]);
  });

  it('waits for what falls due before the next one', async () => {
    environment.WORKER_AHEAD_MS = 20_000;
    const ran: number[] = [];
    const main = workerOf({ refunds: () => Promise.resolve(ran.push(Date.now())) });
    vi.setSystemTime(Math.ceil(Date.now() / 30_000) * 30_000 + 1_000);
    const time = Date.now() + 300;
    await due.markDue('refunds', time);
    await due.markDue('orders', time + 60_000);
    vi.useRealTimers();
    const clock = vi.spyOn(Date, 'now');
    const begun = performance.now();
    clock.mockImplementation(() => time - 300 + (performance.now() - begun));
    await main(beat);
    clock.mockRestore();
    expect(ran).toHaveLength(1);
    expect(ran[0]).toBeGreaterThanOrEqual(time);
    expect((await marks()).map(mark => mark.jobs)).toEqual([['orders']]);
  });

  it('does what jobs make due for others, in the same run', async () => {
    const sent = vi.fn(() => Promise.resolve());
    const main = workerOf({
      tasks: () => inTransaction(async transaction => transaction.due('messages')),
      messages: sent,
    });
    await due.markDue('tasks');
    await main(beat);
    expect(sent).toHaveBeenCalledTimes(1);
    expect(await marks()).toEqual([]);
  });

  it('begins what is heavy by a call of its own, which does nothing else', async () => {
    await due.markDue('exports');
    await due.markDue('reconciliation');
    await workerOf({})(beat);
    // Marks of the same millisecond come in any order.
    const calls = world.calledWorkers.map(({ name, data }) => `${name} ${String(data.jobs)}`);
    expect(calls.sort()).toEqual(['heavyWorker exports', 'heavyWorker reconciliation']);
    // Until the other has taken its turn nothing is lost.
    expect(await marks()).toHaveLength(2);
    const { main: heavy } = await import('#cloudfunctions/heavyWorker/index.ts');
    expect(await heavy({ jobs: ['exports'] })).toMatchObject({ ok: true, results: { exports: 1 } });
    expect((await marks()).map(mark => mark.jobs)).toEqual([['reconciliation']]);
  });
});

describe('a job', () => {
  it('that fails for an hour holds up no other, and is tried once a minute', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    let failures = 0;
    let sent = 0;
    const main = workerOf({
      orders: () => {
        failures += 1;
        return Promise.reject(new Error('the gateway is away'));
      },
      messages: () => Promise.resolve((sent += 1)),
    });
    for (let minute = 0; minute < 60; minute += 1) {
      await due.markDue('messages');
      if (minute === 0) await due.markDue('orders');
      const answer = await main(beat);
      expect(answer.ok).toBe(false);
      later(60_000);
    }
    expect([failures, sent]).toEqual([60, 60]);
    expect(await marks()).toEqual([]);
  });

  it('that fails says so on the page of the system, until it has run well', async () => {
    let isBroken = true;
    const run = workerOf({
      orders: () =>
        isBroken ? Promise.reject(new TypeError('canary of a message')) : Promise.resolve(0),
    });
    const orders = async () => {
      const { jobs: all } = await world.ok('adminSettings', 'getSystemStatus', {});
      return all.find(({ name }) => name === 'orders');
    };
    await run({ jobs: ['orders'], alone: true });
    const failed = await orders();
    expect(failed).toMatchObject({
      failure: 'TypeError',
      failedTime: expect.any(Number) as number,
      lastTime: expect.any(Number) as number,
      runningSince: null,
    });
    expect(failed!.next).toBeGreaterThan(Date.now());
    isBroken = false;
    await run({ jobs: ['orders'], alone: true });
    expect(await orders()).toMatchObject({ failure: '', failedTime: failed!.failedTime });
  });

  it('that is slow holds up no other', async () => {
    holdTimers();
    let end = () => {};
    const slow = new Promise<void>(resolve => (end = resolve));
    const sent = vi.fn(() => Promise.resolve());
    const main = workerOf({ videos: () => slow, messages: sent });
    await due.markDue('videos');
    const running = main(beat);
    await until(async () => Number((await own('videos'))?.until) > 0);
    // What becomes due meanwhile, in this run and in another's.
    await due.markDue('messages');
    await main({ jobs: ['messages'] });
    expect(sent).toHaveBeenCalledTimes(1);
    await due.markDue('messages');
    await vi.advanceTimersByTimeAsync(2_000);
    await until(() => sent.mock.calls.length === 2);
    end();
    await running;
  });

  it('that another worker has just begun is left to it, and done beside it after seconds', async () => {
    holdTimers();
    let end = () => {};
    const slow = new Promise<void>(resolve => (end = resolve));
    let runs = 0;
    const main = workerOf({ tasks: () => (++runs === 1 ? slow : Promise.resolve()) });
    await due.markDue('tasks');
    const first = main(beat);
    await until(() => runs === 1);
    await due.markDue('tasks');
    const waiting = vi.getTimerCount();
    const second = main({ jobs: ['tasks'] });
    await vi.waitUntil(() => vi.getTimerCount() > waiting);
    await vi.advanceTimersByTimeAsync(500);
    expect(runs).toBe(1);
    await vi.advanceTimersByTimeAsync(3_000);
    await second;
    expect(runs).toBe(2);
    // Only the worker that has the turn takes the mark away: it looks once more when it has done.
    expect(await marks()).toHaveLength(1);
    end();
    await first;
    expect([runs, await marks()]).toEqual([3, []]);
  });

  it('that another worker is at leaves nothing for the one that has helped', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    environment.WORKER_AHEAD_MS = 30_000;
    vi.setSystemTime(Math.ceil(Date.now() / 30_000) * 30_000 + 1_000);
    let end = () => {};
    const slow = new Promise<void>(resolve => (end = resolve));
    let runs = 0;
    const main = workerOf({ tasks: () => (++runs === 1 ? slow : Promise.resolve()) });
    await due.markDue('tasks');
    const first = main(beat);
    await until(() => runs === 1);
    later(3_000);
    await due.markDue('tasks');
    // What the first one waits for.
    await due.markDue('orders', Date.now() + 10_000);
    await main({ jobs: ['tasks'] });
    expect(runs).toBe(2);
    later(30_000);
    end();
    await first;
  });

  it('is begun by no worker after the next beat, though something is always due', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    let runs = 0;
    const andThen = (other: JobName) => async () => {
      runs += 1;
      later(3_000);
      if (runs < 20) await due.markDue(other);
    };
    const main = workerOf({ tasks: andThen('messages'), messages: andThen('tasks') });
    await main({ jobs: ['tasks'] });
    expect(runs).toBe(4);
    expect(await marks()).toHaveLength(1);
    await main(beat);
    expect(runs).toBe(8);
  });

  it('has an end before that of its worker', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    environment.WORKER_AHEAD_MS = 30_000;
    const start = Math.ceil(Date.now() / 30_000) * 30_000 + 1;
    vi.setSystemTime(start);
    const ends: number[] = [];
    const noteEnd = () => ends.push(due.endOfRun() - start);
    const main = workerOf({
      tasks: async () => {
        noteEnd();
        later(25_000);
        await due.markDue('messages');
      },
      messages: () => Promise.resolve(noteEnd()),
    });
    await main({ jobs: ['tasks'] });
    expect(ends).toEqual([40_000, 50_000]);
  });

  it('whose worker was killed is due again when its turn is over', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    let end = () => {};
    const killed = workerOf({ refunds: () => new Promise<void>(resolve => (end = resolve)) });
    await due.markDue('refunds');
    const neverHeardOf = killed(beat);
    await until(async () => Number((await own('refunds'))?.until) > 0);
    await until(async () => (await marks()).length === 0);
    const ran = vi.fn(() => Promise.resolve());
    const main = workerOf({ refunds: ran });
    later(60_000);
    await main(beat);
    expect(ran).not.toHaveBeenCalled();
    later(6_000);
    await main(beat);
    expect(ran).toHaveBeenCalledTimes(1);
    const { time } = (await own('refunds'))!;
    // What comes too late changes nothing.
    end();
    await neverHeardOf;
    expect((await own('refunds'))!.time).toBe(time);
  });
});

describe('the sweep', () => {
  it('knows when each job has something to do, and begins what is done from time to time', async () => {
    await worker(sweep);
    const known = new Set((await rows()).map(({ _id }) => _id));
    expect([...known].filter(id => id in jobs).sort()).toEqual(Object.keys(jobs).sort());
    const first = await rows();
    await worker(sweep);
    const isRest = ({ _id }: Due) => isPeriodic(_id as JobName);
    expect((await rows()).filter(isRest)).toEqual(first.filter(isRest));
  });

  it('finds what was never marked', async () => {
    await worker(sweep);
    await world.set('messages', 'msg_0001', { status: 'waiting', nextTime: Date.now() + 40_000 });
    const before = (await own('messages'))!.time;
    expect(await worker(beat)).toEqual({ ok: true });
    expect((await own('messages'))!.time).toBe(before);
    await worker(sweep);
    expect((await own('messages'))!.time).toBe(await nextTimes.messages());
  });
});

it.each([
  ['nothing', undefined],
  ['an unknown timer', { Type: 'Timer', TriggerName: 'toString' }],
  ['no job', { jobs: [] }],
  ['jobs that it does not have', { jobs: ['exports', 'constructor', '__proto__', 7] }],
  ['a job in the place of the list', { jobs: 'tasks' }],
])('refuses %s', async (_what, event) => {
  expect(await worker(event)).toEqual({ ok: false });
});
