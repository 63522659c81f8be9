import { readdirSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { StoredExport } from '#cloudfunctions/_shared/exports/jobs.ts';
import { createRandom } from '../../../scripts/demo/random.ts';
import { migrations } from '../../../scripts/migrations/list.ts';
import type { Migration, RecordMigration } from '../../../scripts/migrations/migration.ts';
import { isDeep } from '../../depth.ts';
import { carriedBy, type Carry } from '../../replaceSdkTransport.ts';
import { startWorld } from '../world/harness.ts';

const world = await startWorld();
const { exportJobs } = await import('#cloudfunctions/_shared/exports/jobs.ts');
const { migrationRecords } = await import('../../../scripts/migrations/records.ts');
const { pendingMigrations, removedTooEarly, runMigrations } =
  await import('../../../scripts/migrations/run.ts');
const { refusalOfRollback, reopenMigrations } =
  await import('../../../scripts/migrations/rollback.ts');
const { brokenRecords } = await import('../../../scripts/migrations/brokenRecords.ts');

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

const oldExports = [
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
  ...Array.from({ length: 9 }, (_, at) => oldExport(at + 4, { status: 'failed' })),
];

/** Exports as the version before stores them, and nothing migrated. */
const store = async () => {
  await migrationRecords.removeMany([...migrations.map(({ id }) => id)], {});
  await exportJobs.removeMany(
    oldExports.map(({ _id }) => _id),
    {},
  );
  await world.insert('exports', oldExports);
};

beforeEach(async () => {
  await world.reset();
  await store();
});

const run = (liveSince?: number) =>
  runMigrations({ log: () => undefined, ...(liveSince !== undefined && { liveSince }) });

/** All that was changed, without what differs from run to run. */
const contents = async () =>
  (await world.rows('exports')).map(({ rev: _rev, updateTime: _time, ...rest }) => rest);

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
  it('has a file of its name for each, in order', () => {
    const ids = migrations.map(({ id }) => id as string);
    const folder = path.join(import.meta.dirname, '../../../scripts/migrations');
    const files = readdirSync(folder).filter(name => /^\d{4}-.*\.ts$/.test(name));
    expect(files.sort()).toEqual(ids.map(id => `${id}.ts`));
    expect(ids.map(id => Number(id.slice(0, 4)))).toEqual(ids.map((_, at) => at + 1));
  });
});

describe('0001-export-sums', () => {
  it('begins exports again that are not done, and takes them from who works on them', async () => {
    await run();
    const fresh = { status: 'queued', sums: [], parts: 0, done: 0, cursor: null, claim: '' };
    expect(await exportJobs.get('exp_old_1')).toMatchObject(fresh);
    expect(await exportJobs.get('exp_old_2')).toMatchObject({ ...fresh, claimUntil: 0 });
    expect(await exportJobs.get('exp_old_3')).toMatchObject({ status: 'done', sums: [], parts: 1 });
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
    for (let after = 1; killed; after += isDeep ? 1 : 3) {
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
    const changedBetween = new Set<string>();
    /** Between the moment at which an export was read and that at which it is written. */
    const disturbs: Carry = async (action, body, carryOut) => {
      const id = /"(exp_old_\d+)"/.exec(String(body['query']))?.[1] ?? '';
      if (id && action.includes('modify') && !changedBetween.has(id) && random.int(0, 2) > 0) {
        changedBetween.add(id);
        const { rev } = (await exportJobs.get(id))!;
        expect(await exportJobs.compareAndSet(id, { rev }, { total: 99 })).not.toBeNull();
      }
      return carryOut();
    };
    await meanwhile(disturbs, () => run());
    expect(changedBetween.size).toBeGreaterThan(2);
    for (const { _id } of oldExports)
      expect(await exportJobs.get(_id)).toMatchObject({
        total: changedBetween.has(_id) ? 99 : 3,
        sums: [],
      });
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
    await world.set('migrations', '0001-export-sums', { doneTime: longAgo });
    await run();
    expect(await exportJobs.get('exp_old_0')).toHaveProperty('sums', []);
    // The same for one that was killed near its end.
    await world.insert('exports', [oldExport(99, {})]);
    await world.set('migrations', '0001-export-sums', {
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
    expect(await migrationRecords.get('0001-export-sums')).toMatchObject({
      status: 'passed',
      seen: (await world.rows('exports')).length,
      changed: oldExports.length,
    });
    expect(lines.filter(line => line.includes('changed'))).toHaveLength(migrations.length);
    expect(lines[0]).toMatch(/^0001-export-sums: waiting for another run of it \(30 s if/);
  });

  it('stops without harm when it was held up for so long that another has taken over', async () => {
    let isStolen = false;
    const steals: Carry = async (action, body, carryOut) => {
      const answer = await carryOut();
      if (!isStolen && body['collectionName'] === 'exports' && action.includes('odify')) {
        isStolen = true;
        await world.set('migrations', '0001-export-sums', {
          claim: 'another',
          claimUntil: 9e12,
        });
      }
      return answer;
    };
    await expect(meanwhile(steals, run)).rejects.toThrow('another run has taken over');
    await letClaimsEnd();
    await run();
    expect(await migrationRecords.get('0001-export-sums')).toMatchObject({ status: 'passed' });
  });

  it('waits when the platform is asked too often, and gives up what fails otherwise', async () => {
    await world.inject({ action: 'database.getDocument', code: 'EXCEED_RATELIMIT', times: 1 });
    await world.inject({
      action: 'database.modifyDocument',
      code: 'ESOCKETTIMEDOUT',
      when: 'after',
    });
    await run();
    expect((await migrationRecords.get('0001-export-sums'))?.status).toBe('passed');
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
    const removal: RecordMigration<StoredExport> = {
      collection: 'exports',
      fields: ['q'],
      change: ({ q }) => (q === undefined ? null : { q: undefined }),
    };
    await withMigration({ id: '0002-words', kind: 'removes' }, removal as never, () => run(0));
    for (const one of await world.rows('exports')) expect(one).not.toHaveProperty('q');
  });
});

describe('a rollback', () => {
  const nothing: RecordMigration<StoredExport> = {
    collection: 'exports',
    fields: [],
    change: () => null,
  };

  it('is refused across a migration that removes, also when the older version is deployed', async () => {
    await withMigration({ id: '0002-words', kind: 'removes' }, nothing as never, async () => {
      await run(0);
      expect(await refusalOfRollback(migrations.map(({ id }) => id))).toBeNull();
    });
    const refusal = await refusalOfRollback(migrations.map(({ id }) => id));
    expect(refusal).toContain('0002-words');
    const before = await world.dump();
    await expect(run()).rejects.toThrow(refusal!);
    await expect(pendingMigrations()).rejects.toThrow(refusal!);
    expect(await world.dump()).toBe(before);
  });

  it('lets the next deployment run again what the version that was put back does not know', async () => {
    await withMigration({ id: '0002-words' }, nothing as never, async () => {
      await run(0);
      expect(await refusalOfRollback(['0002-words'])).toBeNull();
      await reopenMigrations(['0002-words']);
      await world.insert('exports', [oldExport(0, {})]);
      expect((await pendingMigrations()).map(({ id }) => id)).toEqual(['0001-export-sums']);
      await run();
      expect(await exportJobs.get('exp_old_0')).toHaveProperty('sums', []);
    });
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
    await withMigration({ id: '0002-mend' }, mend as never, async () => {
      expect(await brokenRecords()).toEqual([]);
    });
  });
});
