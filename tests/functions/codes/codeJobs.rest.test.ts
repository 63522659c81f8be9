import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Job, StoredBatch, StoredCode } from '#cloudfunctions/_shared/codes/codes.ts';
import type { CodeStatus } from '#contract/activationCode.ts';
import { beforeWrite } from '../world/beforeWrite.ts';
import { forOneTest } from '../world/forOneTest.ts';
import { startWorld } from '../world/harness.ts';
import { runJob } from '../world/runJob.ts';

const world = await startWorld();
const { ok, rows, set } = world;
const { environment } = await import('#cloudfunctions/_shared/base/environment.ts');
const { activationCodes, batches } = await import('#cloudfunctions/_shared/codes/codes.ts');
const { continueJobs } = await import('#cloudfunctions/_shared/codes/jobs.ts');
const { NEVER } = await import('#cloudfunctions/_shared/base/due.ts');
const usual = environment.CODE_JOB_SLICE_MS;

beforeEach(() => world.reset());
afterEach(() => {
  vi.useRealTimers();
  sliceIs(usual);
});
const sliceIs = (ms: number) => Object.assign(environment, { CODE_JOB_SLICE_MS: ms });

const DAY = 86_400_000;
const PAGE = 500;
const begun = Date.now() - DAY;

const batch = async (_id: string): Promise<StoredBatch> =>
  (await rows('activationBatches')).find(one => one['_id'] === _id) as unknown as StoredBatch;
const codesOf = async (batchId: string) =>
  ((await rows('activationCodes')) as unknown as StoredCode[]).filter(
    code => code.batchId === batchId,
  );
const countOf = async (batchId: string, status: CodeStatus) =>
  (await codesOf(batchId)).filter(code => code.status === status).length;

/** A batch as it is stored, with codes in these states, each so often. */
const store = async (
  _id: string,
  states: Partial<Record<CodeStatus, number>>,
  { expireTime = begun + 2 * DAY, ...more }: Partial<StoredBatch> = {},
) => {
  const { 0: pattern } = await rows('activationBatches');
  const all = Object.entries(states).flatMap(([status, count]) =>
    Array<string>(count).fill(status),
  );
  const stamps = { rev: 1, createTime: begun, updateTime: begun };
  await world.insert('activationBatches', [
    {
      ...pattern,
      status: 'active',
      quantity: all.length,
      generated: all.length,
      job: null,
      ...stamps,
      ...more,
      _id,
      batchNo: `B${_id}`,
      expireTime,
    },
  ]);
  const codes = all.map((status, at) => ({
    ...stamps,
    _id: `${_id}_${String(at + 1).padStart(5, '0')}`,
    batchId: _id,
    serial: at + 1,
    status,
    codeHash: `${_id} ${at}`,
    codeCipher: '',
    codeMask: '',
    tail: '',
    expireTime,
    usedBy: null,
    usedTime: null,
    ledgerId: '',
    disableReason: '',
  }));
  for (let at = 0; at < codes.length; at += 1_000)
    await world.insert('activationCodes', codes.slice(at, at + 1_000));
};
const job = (kind: Job['kind'], more: Partial<Job> = {}): Job => ({
  kind,
  done: 0,
  total: 1,
  startTime: begun,
  reason: '渠道停用',
  ...more,
});
const generating = (quantity: number, more: Partial<StoredBatch> = {}): Partial<StoredBatch> => ({
  status: 'generating',
  quantity,
  generated: 0,
  job: job('generate'),
  ...more,
});
/** What another one does just before a batch or code is written. */
const meanwhile = (records: { compareAndSet: unknown }, does: () => Promise<unknown>) =>
  beforeWrite(records, 1, does);

describe('a time slice', () => {
  it('is begun for no further batch once the worker has to end', async () => {
    const { duringJob } = await import('#cloudfunctions/_shared/base/due.ts');
    await store('bat_a', {}, generating(2));
    const run = { job: 'codeBatches', end: Date.now(), isBeside: false } as const;
    expect(await duringJob(run, continueJobs)).toBe(0);
    expect(await codesOf('bat_a')).toEqual([]);
  });

  it('that is over makes no code and says what remains', async () => {
    sliceIs(-1);
    await store('bat_a', {}, generating(2));
    await continueJobs();
    expect(await batch('bat_a')).toMatchObject({ status: 'generating', generated: 0 });
    expect(await codesOf('bat_a')).toEqual([]);
    sliceIs(usual);
    await continueJobs();
    expect(await batch('bat_a')).toMatchObject({ status: 'active', generated: 2, job: null });
  });

  it('that is over disables no code', async () => {
    sliceIs(-1);
    await store('bat_a', { unused: 2 }, { job: job('disable') });
    await continueJobs();
    expect((await batch('bat_a')).job).toMatchObject({ kind: 'disable', done: 0 });
    expect(await countOf('bat_a', 'unused')).toBe(2);
  });

  it('ends after its last moment', async () => {
    sliceIs(0);
    vi.setSystemTime(Date.now());
    await store('bat_a', {}, generating(2));
    await store('bat_b', { unused: 2 }, { job: job('disable') });
    await continueJobs();
    expect((await batch('bat_a')).status).toBe('active');
    expect((await batch('bat_b')).job).toBeNull();
    await store('bat_c', { unused: 1 }, { expireTime: begun });
    expect(await runJob('expireCodes')).toMatchObject({ result: { expired: 0 } });
  });

  it('of expiring is four times as long', async () => {
    sliceIs(1_000);
    let now = Date.now();
    vi.setSystemTime(now);
    await store('bat_a', { unused: 2 * PAGE + 10 }, { expireTime: begun });
    const find = activationCodes.find;
    // The first page takes nearly all of it, and with the second it is over.
    const takes = [3_900, 200];
    forOneTest(vi.spyOn(activationCodes, 'find')).mockImplementation(async (...given) => {
      const found = await find(...given);
      vi.setSystemTime((now += takes.shift() ?? 0));
      return found;
    });
    expect(await runJob('expireCodes')).toMatchObject({ result: { expired: 2 * PAGE } });
    expect(await countOf('bat_a', 'unused')).toBe(10);
  });
});

describe('making codes', () => {
  it('notes each page', async () => {
    const quantity = PAGE + 2;
    await store('bat_a', {}, generating(quantity));
    const insert = activationCodes.insertMany;
    const notes: unknown[] = [];
    forOneTest(vi.spyOn(activationCodes, 'insertMany')).mockImplementation(async records => {
      const { generated, job: { done } = {} } = (await batch('bat_a')) as {
        generated: number;
        job?: Partial<Job>;
      };
      notes.push([generated, done]);
      return insert(records);
    });
    await continueJobs();
    expect(notes).toEqual([
      [0, 0],
      [PAGE, PAGE],
    ]);
    const serials = (await codesOf('bat_a')).map(({ serial }) => serial);
    expect(serials.sort((a, b) => a - b)).toEqual(
      Array.from({ length: quantity }, (_, at) => at + 1),
    );
    expect(await batch('bat_a')).toMatchObject({
      generated: quantity,
      counts: { unused: quantity, used: 0, disabled: 0, expired: 0 },
    });
  });

  it('makes what is missing of each page behind what has been made', async () => {
    // Another worker is pages ahead, and has left something out.
    const quantity = 2 * PAGE + 5;
    await store('bat_a', { unused: quantity }, generating(quantity, { generated: 1 }));
    const isMissing = { batchId: 'bat_a', serial: { $in: [1, 3, PAGE + 2, quantity] } };
    await world.remove('activationCodes', isMissing);
    await Promise.all([continueJobs(), continueJobs()]);
    const serials = (await codesOf('bat_a')).map(({ serial }) => serial);
    expect(serials.sort((a, b) => a - b)).toEqual(
      Array.from({ length: quantity - 1 }, (_, at) => at + 2),
    );
    expect((await batch('bat_a')).generated).toBe(quantity);
  });

  it('is finished where nothing is missing', async () => {
    await store('bat_a', { unused: 3 }, generating(3));
    await continueJobs();
    expect(await batch('bat_a')).toMatchObject({ status: 'active', counts: { unused: 3 } });
  });

  it('does not enable a batch again that another one has finished and disabled meanwhile', async () => {
    await store('bat_a', {}, generating(1));
    meanwhile(batches, () => set('activationBatches', 'bat_a', { status: 'disabled', job: null }));
    await continueJobs();
    expect(await batch('bat_a')).toMatchObject({ status: 'disabled' });
  });

  it('fails when codes cannot be stored, and goes on in the next run', async () => {
    await store('bat_a', {}, generating(1));
    forOneTest(vi.spyOn(activationCodes, 'insertMany')).mockRejectedValueOnce(new Error('refused'));
    expect(await runJob('codeBatches')).toEqual({ ok: false });
    await continueJobs();
    expect((await batch('bat_a')).status).toBe('active');
  });
});

describe('a job on all codes of a batch', () => {
  it('disables the unused ones with its reason, and those of no other batch', async () => {
    const disable = { job: job('disable') };
    await store('bat_a', { unused: 2, used: 1, expired: 1, disabled: 1 }, disable);
    await store('bat_b', { unused: 1 });
    await continueJobs();
    const codes = await codesOf('bat_a');
    expect(codes.map(({ status, disableReason }) => [status, disableReason])).toEqual([
      ['disabled', '渠道停用'],
      ['disabled', '渠道停用'],
      ['used', ''],
      ['expired', ''],
      ['disabled', ''],
    ]);
    expect(await batch('bat_a')).toMatchObject({
      status: 'active',
      job: null,
      counts: { unused: 0, used: 1, expired: 1, disabled: 3 },
    });
    expect(await countOf('bat_b', 'unused')).toBe(1);
  });

  it('gives expired and unused ones the new end, and no others', async () => {
    const [before, expireTime] = [begun, begun + 30 * DAY];
    await store('bat_a', { unused: 1, used: 1, expired: 1, disabled: 1 }, { expireTime: before });
    await store('bat_b', { expired: 1 }, { expireTime: before });
    await set('activationBatches', 'bat_a', { expireTime, job: job('extend') });
    await continueJobs();
    const codes = await codesOf('bat_a');
    expect(codes.map(code => [code.status, code.expireTime])).toEqual([
      ['unused', expireTime],
      ['used', before],
      ['unused', expireTime],
      ['disabled', before],
    ]);
    expect(await batch('bat_a')).toMatchObject({ job: null, counts: { unused: 2, expired: 0 } });
    expect(await countOf('bat_b', 'expired')).toBe(1);
  });

  it('says after each page how many it has changed, also of earlier runs', async () => {
    await store('bat_a', { unused: PAGE + 1 }, { job: job('disable', { done: 7 }) });
    const find = activationCodes.find;
    const noted: unknown[] = [];
    forOneTest(vi.spyOn(activationCodes, 'find')).mockImplementation(async (...given) => {
      noted.push((await batch('bat_a')).job?.done);
      return find(...given);
    });
    await continueJobs();
    expect(noted).toEqual([7, PAGE + 7, PAGE + 8]);
  });

  it.each([
    ['of another kind', { kind: 'extend' as const }],
    ['begun at another time', { startTime: begun + 1 }],
  ])('leaves alone the one %s that has been begun meanwhile', async (_name, change) => {
    await store('bat_a', { unused: 1 }, { job: job('disable') });
    const next = job('disable', change);
    meanwhile(batches, () => set('activationBatches', 'bat_a', { job: next }));
    await continueJobs();
    expect((await batch('bat_a')).job).toEqual(next);
  });

  it('that is not begun changes nothing', async () => {
    await store('bat_a', { unused: 1, expired: 1 });
    const before = await world.dump();
    await ok('adminActivationCode', 'generateCodes', { id: 'bat_a' });
    expect(await world.dump()).toBe(before);
  });
});

describe('the job of batches', () => {
  it('takes the twenty that were made first, of every kind', async () => {
    const kinds = ['generate', 'disable', 'extend'] as const;
    for (let at = 0; at < 21; at += 1)
      await store(
        `bat_${String(at).padStart(2, '0')}`,
        { unused: 1 },
        {
          ...(at % 3 === 0 && { status: 'generating' as const }),
          job: job(kinds[at % 3]!),
          createTime: begun + (at === 4 ? DAY : at),
          updateTime: begun - at,
        },
      );
    expect(await continueJobs()).toBe(20);
    const left = ((await rows('activationBatches')) as unknown as StoredBatch[]).filter(
      one => one.job !== null,
    );
    expect(left.map(({ _id }) => _id)).toEqual(['bat_04']);
    expect(await continueJobs()).toBe(1);
    expect(await continueJobs()).toBe(0);
  });

  it('is due again at once while some are left', async () => {
    const open = { unused: 1 };
    for (let at = 0; at < 21; at += 1) await store(`bat_${at}`, open, { job: job('disable') });
    const dueTime = async () =>
      Number((await rows('due')).find(({ _id }) => _id === 'codeBatches')?.['time']);
    expect(await runJob('codeBatches')).toEqual({ ok: true, result: 20 });
    expect(await dueTime()).toBeLessThan(Date.now() + 10_000);
    expect(await runJob('codeBatches')).toEqual({ ok: true, result: 1 });
    expect(await dueTime()).toBe(NEVER);
  });

  it('takes each as it is when its turn has come', async () => {
    await store('bat_a', { unused: 1 }, { job: job('disable') });
    await store('bat_b', { unused: 1 }, { job: job('disable'), createTime: begun + 1 });
    meanwhile(batches, () => set('activationBatches', 'bat_b', { job: null }));
    await continueJobs();
    expect(await countOf('bat_b', 'unused')).toBe(1);
  });
});

describe('the job of the ends', () => {
  it('expires unused codes of all batches whose end has passed, and counts them anew', async () => {
    const now = Date.now();
    vi.setSystemTime(now);
    const counts = { unused: 9, used: 9, disabled: 9, expired: 9 };
    await store('bat_a', { unused: 2, used: 1, disabled: 1 }, { expireTime: now - 1, counts });
    await store('bat_b', { unused: PAGE }, { expireTime: now - 1, status: 'archived', counts });
    await store('bat_c', { unused: 1 }, { expireTime: now, status: 'archived', counts });
    expect(await runJob('expireCodes')).toMatchObject({ ok: true, result: { expired: PAGE + 2 } });
    expect((await codesOf('bat_a')).map(({ status }) => status)).toEqual([
      'expired',
      'expired',
      'used',
      'disabled',
    ]);
    expect(await countOf('bat_c', 'unused')).toBe(1);
    expect((await batch('bat_b')).counts).toEqual({
      unused: 0,
      used: 0,
      disabled: 0,
      expired: PAGE,
    });
    expect((await batch('bat_c')).counts).toEqual(counts);
  });

  it('leaves alone what is used or has been given another end meanwhile', async () => {
    const now = Date.now();
    await store('bat_a', { unused: 3 }, { expireTime: now - DAY });
    const find = activationCodes.find;
    forOneTest(vi.spyOn(activationCodes, 'find')).mockImplementationOnce(async (...given) => {
      const found = await find(...given);
      await set('activationCodes', 'bat_a_00001', { status: 'used' });
      await set('activationCodes', 'bat_a_00002', { expireTime: now + DAY });
      return found;
    });
    expect(await runJob('expireCodes')).toMatchObject({ result: { expired: 1 } });
    const states = (await codesOf('bat_a')).map(({ status }) => status);
    expect(states).toEqual(['used', 'unused', 'expired']);
  });
});
