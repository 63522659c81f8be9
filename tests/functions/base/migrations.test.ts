import { readdirSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Counter, Kept } from '#cloudfunctions/_shared/counting/counters.ts';
import { createRandom } from '../../../scripts/demo/random.ts';
import { migrations } from '../../../scripts/migrations/list.ts';
import type { Migration, RecordMigration } from '../../../scripts/migrations/migration.ts';
import releases from '../../../scripts/migrations/releases.json' with { type: 'json' };
import { isDeep } from '../../depth.ts';
import { carriedBy, type Carry } from '../../replaceSdkTransport.ts';
import { startWorld } from '../world/harness.ts';

const world = await startWorld();
const { counters, readCounters, sumOf } =
  await import('#cloudfunctions/_shared/counting/counters.ts');
const { exportJobs } = await import('#cloudfunctions/_shared/exports/jobs.ts');
const { migrationRecords } = await import('../../../scripts/migrations/records.ts');
const { pendingMigrations, removedTooEarly, runMigrations } =
  await import('../../../scripts/migrations/run.ts');
const { refusalOfRollback, reopenMigrations } =
  await import('../../../scripts/migrations/rollback.ts');
const { brokenRecords } = await import('../../../scripts/migrations/brokenRecords.ts');

const MONTHS = 3;
const months = Array.from({ length: MONTHS }, (_, at) => String(202_501 + at));
const days = months.flatMap(month => ['03', '04', '05'].map(day => month + day));
const templateIds = ['tpl_0001', 'tpl_with_more_words'];

/** As three versions have kept them, one after the other. */
const figuresOf = (nth: number): Kept => {
  const at = nth + 1;
  const figures = { paidOrders: at, paidFen: at * 990, newUsers: 2 };
  return at % 3 === 0 ? figures : JSON.stringify(figures);
};
const templateFiguresOf = (nth: number): Kept => {
  const at = nth + 1;
  const rows = templateIds.map(id => [id, at, 1, 3 * at, at / 2] as const);
  const figures = Object.fromEntries(
    rows.flatMap(([id, ok, fail, credits, coins]) =>
      Object.entries({ ok, fail, credits, coins }).map(([name, amount]) => [
        `${name}_${id}`,
        amount,
      ]),
    ),
  );
  if (at % 3 === 0) return figures;
  if (at % 3 === 1) return JSON.stringify(figures);
  return JSON.stringify(Object.fromEntries(rows.map(([id, ...row]) => [id, [...row, 0]])));
};

const oldExport = (at: number, more: object) => ({
  _id: `exp_old_${at}`,
  rev: 1,
  createTime: 1_000 + at,
  updateTime: 1_000 + at,
  resource: 'refunds',
  filter: {},
  q: '',
  columns: ['_id'],
  status: 'queued',
  done: 0,
  total: 3,
  adminId: 'first_admin',
  cursor: null,
  parts: 0,
  claim: '',
  claimUntil: 0,
  attempts: 0,
  filePath: '',
  ...more,
});

const dataOfVersionBefore = () => ({
  counters: (['figures', 'templates'] as const).flatMap(kind =>
    months.map(month => ({
      _id: `${kind}_${month}`,
      rev: 4,
      createTime: 1,
      updateTime: 1,
      part: `${kind}_${month}`,
      days: Object.fromEntries(
        days
          .filter(day => day.startsWith(month))
          .map(day => [
            day,
            (kind === 'figures' ? figuresOf : templateFiguresOf)(days.indexOf(day)),
          ]),
      ),
      names: {},
    })),
  ),
  exports: [
    oldExport(1, {}),
    oldExport(2, {
      status: 'running',
      claim: 'another',
      claimUntil: 9e12,
      parts: 2,
      done: 2_000,
      cursor: { createTime: 3, _id: 'ref_0003' },
    }),
    oldExport(3, { status: 'done', filePath: 'export/exp_old_3.csv', parts: 1 }),
  ],
});

const store = async () => {
  await Promise.all([
    migrationRecords.removeMany([...migrations.map(({ id }) => id)], {}),
    ...Object.entries(dataOfVersionBefore()).map(async ([name, records]) => {
      const collection = name === 'counters' ? counters : exportJobs;
      await collection.removeMany(
        records.map(({ _id }) => _id),
        {},
      );
      await world.insert(name as 'counters', records);
    }),
  ]);
};

beforeEach(async () => {
  await world.reset();
  await store();
});

const run = (liveSince?: number) =>
  runMigrations({ log: () => undefined, ...(liveSince !== undefined && { liveSince }) });

/** What the dashboard and the worker read of it. */
const readings = async () => {
  const read = await readCounters(days, ['figures', 'templates']);
  return days.flatMap(day => [sumOf(read.figures, [day]), sumOf(read.templates, [day])]);
};
const monthDocuments = async () =>
  (await world.rows('counters')).filter(one => 'days' in one) as unknown as Counter[];

/** All that was changed, without what differs from run to run. */
const contents = async () => {
  const plain = (rows: Record<string, unknown>[]) =>
    rows
      .map(({ rev: _rev, updateTime: _time, ...rest }) => rest)
      .sort((a, b) => (String(a['_id']) < String(b['_id']) ? -1 : 1));
  return [plain(await world.rows('counters')), plain(await world.rows('exports'))];
};

const meanwhile = <T>(carry: Carry, work: () => Promise<T>): Promise<T> =>
  carriedBy(world.emulator.database, carry, work);

/** A claim ends by itself when its time is over; here at once. */
const letClaimsEnd = async () => {
  for (const { _id, status } of (await world.rows('migrations')) as {
    _id: string;
    status: string;
  }[])
    if (status === 'running') await world.set('migrations', _id, { claimUntil: 0 });
};

/** A migration that is in the list for a moment. */
const withMigration = async <T>(
  { id, kind = 'adds' }: Partial<Pick<Migration, 'id' | 'kind'>>,
  migration: RecordMigration<never>,
  work: () => Promise<T>,
): Promise<T> => {
  const list = migrations as unknown as Migration[];
  const load = () => Promise.resolve({ migration });
  list.push({ id: id!, kind, replacedBy: '', sentence: 'For a test', load });
  try {
    return await work();
  } finally {
    list.pop();
  }
};

describe('the list of migrations', () => {
  it('has a file of its name for each, in order, and keeps those that were released', () => {
    const ids = migrations.map(({ id }) => id as string);
    const folder = path.join(import.meta.dirname, '../../../scripts/migrations');
    const files = readdirSync(folder).filter(name => /^\d{4}-.*\.ts$/.test(name));
    expect(files.sort()).toEqual(ids.map(id => `${id}.ts`));
    expect(ids.map(id => Number(id.slice(0, 4)))).toEqual(ids.map((_, at) => at + 1));
    for (const { migrations: released } of releases)
      expect(ids.slice(0, released.length)).toEqual(released);
  });
});

describe('0001-figures-as-text', () => {
  it('rewrites every kept day, and no sum changes', async () => {
    const before = await readings();
    await run();
    expect(await readings()).toEqual(before);
    for (const { part, days: kept = {} } of await monthDocuments())
      for (const text of Object.values(kept)) {
        const values = Object.values(JSON.parse(text as string) as object);
        expect(values.every(value => Array.isArray(value) === part.startsWith('templates'))).toBe(
          true,
        );
      }
    expect((await migrationRecords.get('0001-figures-as-text'))?.changed).toBe(2 * MONTHS);
  });
});

describe('0002-export-sums', () => {
  it('begins exports again that are not done, and takes them from who works on them', async () => {
    await run();
    const fresh = { status: 'queued', sums: [], parts: 0, done: 0, cursor: null, claim: '' };
    expect(await exportJobs.get('exp_old_1')).toMatchObject(fresh);
    expect(await exportJobs.get('exp_old_2')).toMatchObject({ ...fresh, claimUntil: 0 });
    expect(await exportJobs.get('exp_old_3')).toMatchObject({ status: 'done', sums: [], parts: 1 });
  });
});

describe('0003-next-grants', () => {
  it('lets the worker find orders that wait for their grant', async () => {
    const waiting = {
      status: 'pending',
      time: null,
      error: '',
      credits: 0,
      giftCredits: 0,
      days: 0,
    };
    await world.set('orders', 'ord_0003', { fulfil: waiting });
    const { updateTime } = (await world.rows('orders')).find(({ _id }) => _id === 'ord_0003')!;
    await run();
    const after = new Map((await world.rows('orders')).map(row => [row._id, row['fulfil']]));
    expect(after.get('ord_0003')).toEqual({ ...waiting, nextTime: updateTime });
    expect(after.get('ord_0001')).toMatchObject({ nextTime: null });
  });
});

describe('0004-refunding-credits', () => {
  it('forgets credits of refunds that may have ended without being subtracted', async () => {
    await world.set('users', 'usr_0001', { refundingCredits: 300 });
    const before = (await world.rows('users')).map(({ _id, rev }) => [_id, rev] as const);
    await run();
    const after = await world.rows('users');
    expect(after.map(row => row['refundingCredits'] ?? 0)).toEqual(before.map(() => 0));
    expect(after.map(({ _id, rev }) => [_id, rev])).toEqual(
      before.map(([id, rev]) => [id, id === 'usr_0001' ? Number(rev) + 1 : rev]),
    );
  });
});

describe('0006-task-numbers, 0007-receipt-numbers and 0008-batch-numbers', () => {
  it('make records of earlier versions found by the end of their numbers, and change no others', async () => {
    const { migration: tasks } = await import('../../../scripts/migrations/0006-task-numbers.ts');
    const { migration: receipts } =
      await import('../../../scripts/migrations/0007-receipt-numbers.ts');
    const { migration: batches } =
      await import('../../../scripts/migrations/0008-batch-numbers.ts');
    const stored = { _id: 'x', rev: 1, createTime: 1, updateTime: 1 };
    const task = { ...stored, taskNo: 'T2026112012345678', rhTaskId: '1985000000000001230' };
    const grams = ['t2026112012345678', '5678', '1985000000000001230', '1230'];
    expect(tasks.change(task)).toEqual({ grams });
    expect(tasks.change({ ...task, grams })).toBeNull();
    expect(receipts.change({ ...stored, receiptNo: '' })).toBeNull();
    expect(receipts.change({ ...stored, receiptNo: 'F2611201' })).toEqual({
      grams: ['f2611201', '1201'],
    });
    expect(batches.change({ ...stored, batchNo: 'B20261120', grams: ['批'] })).toEqual({
      grams: ['批', 'b20261120', '1120'],
    });
  });
});

describe('a run of the migrations', () => {
  it('changes nothing when it is repeated', async () => {
    await run();
    const [first, seen] = [await world.dump(['migrations']), await world.rows('migrations')];
    await run();
    expect(await world.dump(['migrations'])).toBe(first);
    expect(await world.rows('migrations')).toEqual(seen);
    await run(0);
    expect(await world.dump(['migrations'])).toBe(first);
    expect(await pendingMigrations()).toEqual([]);
  });

  it('goes on where it was killed, and ends as if it had not been', async () => {
    await run();
    const whole = await contents();
    const random = createRandom(20_261_123);
    let killed = true;
    for (let after = 1; killed; after += isDeep ? 1 : 12) {
      await store();
      killed = false;
      let requests = 0;
      // Dead from then on; of the last request either the question or the answer is lost.
      const isCarriedOut = random.int(0, 1) === 1;
      const dies: Carry = async (_action, _body, carryOut) => {
        requests += 1;
        if (requests < after) return carryOut();
        killed = true;
        if (requests === after && isCarriedOut) await carryOut();
        throw new Error('killed');
      };
      await meanwhile(dies, run).catch((error: Error) => expect(error.message).toBe('killed'));
      await letClaimsEnd();
      await run();
      expect(await contents(), `killed at request ${after}`).toEqual(whole);
      const records = await world.rows('migrations');
      expect(records.map(({ status }) => status)).toEqual(migrations.map(() => 'passed'));
    }
  });

  it('overwrites nothing that functions change meanwhile', async () => {
    const random = createRandom(7);
    const before = await readings();
    const more = days.map(() => 0);
    /** A function of the version before counts something in a month and keeps the day as it was kept then. */
    const countMore = async (id: string) => {
      const month = (await counters.get(id))!;
      const day = random.pick(Object.keys(month.days!));
      const kept = month.days![day]!;
      const figures = (typeof kept === 'string' ? JSON.parse(kept) : kept) as { paidFen: number };
      const changed = { ...month.days, [day]: { ...figures, paidFen: figures.paidFen + 1 } };
      const done = await counters.compareAndSet(id, { rev: month.rev }, { days: changed });
      expect(done).not.toBeNull();
      more[days.indexOf(day)]! += 1;
    };
    const counting = new Set<string>();
    /** Between the moment at which a month was read and that at which it is written. */
    const disturbs: Carry = async (action, body, carryOut) => {
      const id = /"(figures_\d{6})"/.exec(String(body['query']))?.[1] ?? '';
      if (id && action.includes('modify') && !counting.has(id) && random.int(0, 2) > 0) {
        counting.add(id);
        await countMore(id);
        counting.delete(id);
      }
      return carryOut();
    };
    await meanwhile(disturbs, () => run());
    expect(more.filter(Boolean).length).toBeGreaterThan(2);
    const expected = before.map((figures, at) =>
      at % 2 === 0 ? { ...figures, paidFen: figures['paidFen']! + more[at / 2]! } : figures,
    );
    expect(await readings()).toEqual(expected);
    for (const { days: kept = {} } of await monthDocuments())
      expect(Object.values(kept).every(one => typeof one === 'string')).toBe(true);
  });

  it('is repeated once the functions are replaced, for what the old ones have stored', async () => {
    await run();
    await world.insert('exports', [oldExport(0, {})]);
    expect((await pendingMigrations()).map(({ isBegun }) => isBegun)).toEqual(
      migrations.map(() => true),
    );
    await run();
    expect(await exportJobs.get('exp_old_0')).not.toHaveProperty('sums');
    await run(Date.now() - 59_900);
    expect(await exportJobs.get('exp_old_0')).toHaveProperty('sums', []);
    expect(await pendingMigrations()).toEqual([]);
  });

  it('goes through all records again where its pass is not of this deployment', async () => {
    await run();
    await world.insert('exports', [oldExport(0, {})]);
    await run();
    expect(await exportJobs.get('exp_old_0')).not.toHaveProperty('sums');
    const longAgo = Date.now() - 3_600_000;
    await world.set('migrations', '0002-export-sums', { doneTime: longAgo });
    await run();
    expect(await exportJobs.get('exp_old_0')).toHaveProperty('sums', []);
    // The same for one that was killed near its end.
    await world.insert('exports', [oldExport(99, {})]);
    await world.set('migrations', '0002-export-sums', {
      status: 'running',
      claimUntil: 0,
      doneTime: null,
      updateTime: longAgo,
    });
    await run();
    expect(await exportJobs.get('exp_old_99')).toHaveProperty('sums', []);
  });

  it('does not remove what the version in use still reads', () => {
    const removes = {
      kind: 'removes',
      replacedBy: '0003-b',
      sentence: '',
      isBegun: false,
    } as const;
    const pending = [{ ...removes, id: '0004-a' }];
    expect(removedTooEarly(pending, ['0001-c', '0003-b'])).toEqual([]);
    expect(removedTooEarly(pending, ['0001-c'])).toEqual([
      'The migration 0004-a removes what the version in use still reads: deploy a version with 0003-b and without 0004-a first.',
    ]);
  });

  it('works once when two deployments run at the same time', async () => {
    const lines: string[] = [];
    const log = (line: string) => lines.push(line);
    await Promise.all([runMigrations({ log }), runMigrations({ log })]);
    const counted = (await world.rows('counters')).length;
    expect(await migrationRecords.get('0001-figures-as-text')).toMatchObject({
      status: 'passed',
      seen: counted,
      changed: 2 * MONTHS,
    });
    expect(lines.filter(line => line.includes('changed'))).toHaveLength(migrations.length);
    expect(lines[0]).toMatch(/^0001-figures-as-text: waiting for another run of it \(30 s if/);
  });

  it('stops without harm when it was held up for so long that another has taken over', async () => {
    let isStolen = false;
    const steals: Carry = async (action, body, carryOut) => {
      const answer = await carryOut();
      if (!isStolen && body['collectionName'] === 'counters' && action.includes('odify')) {
        isStolen = true;
        await world.set('migrations', '0001-figures-as-text', {
          claim: 'another',
          claimUntil: 9e12,
        });
      }
      return answer;
    };
    await expect(meanwhile(steals, run)).rejects.toThrow('another run has taken over');
    await letClaimsEnd();
    await run();
    expect(await migrationRecords.get('0001-figures-as-text')).toMatchObject({ status: 'passed' });
  });

  it('waits when the platform is asked too often, and gives up what fails otherwise', async () => {
    await world.inject({ action: 'database.getDocument', code: 'EXCEED_RATELIMIT', times: 1 });
    await world.inject({
      action: 'database.modifyDocument',
      code: 'ESOCKETTIMEDOUT',
      when: 'after',
    });
    await run();
    expect((await migrationRecords.get('0002-export-sums'))?.status).toBe('passed');
    await world.inject({ action: 'database.getDocument', code: 'PERMISSION_DENIED' });
    await expect(run(0)).rejects.toThrow();
  });

  it('leaves a fresh database alone and records that nothing is to be done there', async () => {
    world.emulator.database.reset();
    expect(await pendingMigrations()).toEqual([]);
    await run();
    const records = await world.rows('migrations');
    expect(records.map(({ _id, status, seen }) => [_id, status, seen])).toEqual(
      migrations.map(({ id }) => [id, 'done', 0]),
    );
    await store();
    expect(await pendingMigrations()).toHaveLength(migrations.length);
  });

  it('says what is to come before the collection is there that it is recorded in', async () => {
    const missing: Carry = async (_action, { collectionName }, carryOut) => {
      if (collectionName === 'migrations') throw new Error('Db or Table not exist.');
      return carryOut();
    };
    expect(await meanwhile(missing, pendingMigrations)).toHaveLength(migrations.length);
    await expect(meanwhile(missing, run)).rejects.toThrow('a deployment creates the collections');
  });

  it('removes fields that a migration says are undefined', async () => {
    const removal: RecordMigration<Counter> = {
      collection: 'counters',
      fields: ['names'],
      change: ({ names }) => (names ? { names: undefined } : null),
    };
    await withMigration({ id: '0004-names', kind: 'removes' }, removal as never, () => run(0));
    for (const month of await monthDocuments()) expect(month).not.toHaveProperty('names');
  });
});

describe('a rollback', () => {
  const nothing: RecordMigration<Counter> = {
    collection: 'counters',
    fields: [],
    change: () => null,
  };

  it('is refused across a migration that removes, also when the older version is deployed', async () => {
    await withMigration({ id: '0004-names', kind: 'removes' }, nothing as never, async () => {
      await run(0);
      expect(await refusalOfRollback(migrations.map(({ id }) => id))).toBeNull();
    });
    const refusal = await refusalOfRollback(migrations.map(({ id }) => id));
    expect(refusal).toContain('0004-names');
    const before = await world.dump();
    await expect(run()).rejects.toThrow(refusal!);
    await expect(pendingMigrations()).rejects.toThrow(refusal!);
    expect(await world.dump()).toBe(before);
  });

  it('lets the next deployment run again what the version that was put back does not know', async () => {
    await run(0);
    expect(await refusalOfRollback(['0001-figures-as-text'])).toBeNull();
    await reopenMigrations(['0001-figures-as-text']);
    await world.insert('exports', [oldExport(5, {})]);
    expect((await pendingMigrations()).map(({ id }) => id)).toEqual(
      migrations.map(({ id }) => id).filter(id => id !== '0001-figures-as-text'),
    );
    await run();
    expect(await exportJobs.get('exp_old_5')).toHaveProperty('sums', []);
  });
});

describe('the check before a deployment', () => {
  it('names records and fields that this version would show as damaged, without their values', async () => {
    expect(await brokenRecords()).toEqual([]);
    await world.set('users', 'usr_0001', { nickName: { canary: 1 }, status: 'canary' });
    await world.set('orders', 'ord_0001', { fulfil: { status: 'canary' } });
    const found = await brokenRecords();
    expect(JSON.stringify(found)).not.toContain('canary');
    expect(found).toEqual([
      {
        collection: 'orders',
        id: 'ord_0001',
        field: 'fulfil',
        why: 'a part of it is none of the allowed values',
      },
      { collection: 'users', id: 'usr_0001', field: 'nickName', why: 'is not string' },
      {
        collection: 'users',
        id: 'usr_0001',
        field: 'status',
        why: 'is none of the allowed values',
      },
    ]);
  });

  it('does not complain of what a pending migration mends', async () => {
    await world.set('exports', 'exp_old_1', { resource: 7 });
    const mend = {
      collection: 'exports',
      fields: ['resource'],
      change: ({ resource }: { resource: unknown }) =>
        typeof resource === 'number' ? { resource: String(resource) } : null,
    };
    expect(await brokenRecords()).toHaveLength(1);
    await withMigration({ id: '0003-mend' }, mend as never, async () => {
      expect(await brokenRecords()).toEqual([]);
    });
  });
});

describe('0009-roles', () => {
  it('gives those who have none all rights, and leaves all others', async () => {
    const { migration } = await import('../../../scripts/migrations/0009-roles.ts');
    const stored = { _id: 'x', rev: 1, createTime: 1, updateTime: 1 };
    expect(migration.change(stored)).toEqual({ role: 'admin' });
    expect(migration.change({ ...stored, role: 'viewer' })).toBeNull();
    expect(migration.change({ ...stored, role: '' })).toBeNull();
  });
});
