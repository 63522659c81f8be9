import { AsyncLocalStorage } from 'node:async_hooks';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type CollectionName, collections } from '#contract/collections.ts';
import { carriedBy, type Carry } from '../../replaceSdkTransport.ts';
import { exampleOf } from '../world/exampleOf.ts';
import { startWorld } from '../world/harness.ts';
import { everyAction, type RegisteredAction } from '../world/registry.ts';
import { runJob } from '../world/runJob.ts';

/** No change is without its audit row: a job completes what is interrupted between the two. */
const world = await startWorld();
const { as } = world;
beforeEach(() => world.reset());

const { environment } = await import('#cloudfunctions/_shared/base/environment.ts');
const { dueAtLatest, dueRows } = await import('#cloudfunctions/_shared/base/due.ts');
const { variables } = await import('#cloudfunctions/_shared/base/variables.ts');
/** From a change to the run that completes it: the age that it looks for, and for how long one mark stands. */
const { UNAUDITED_MS: AGE_MS, UNAUDITED_WINDOW_MS: WINDOW_MS } = variables.parse({});

type Body = Record<string, unknown>;
interface Request {
  action: string;
  collection: string;
  data: string;
  /** Beside every transaction. */
  alone: boolean;
}

/** What has been written to by what was met. */
const touched = new Set<CollectionName>();

type Meet = (request: Request, go: () => Promise<Body>) => Promise<Body>;
/** Looks at each request before the database does; what it throws is the database's answer. */
const meeting = <T>(meet: Meet, work: () => Promise<T>) => {
  const carry: Carry = async (name, { collectionName, data, transactionId }, go) => {
    const action = name.replace('database.', '');
    const collection = collectionName as CollectionName;
    if (action !== 'getDocument') touched.add(collection);
    return meet(
      { action, collection, data: JSON.stringify(data) ?? '', alone: !transactionId },
      go,
    );
  };
  return carriedBy(world.emulator.database, carry, work);
};

const isAuditRow = ({ action, collection, alone }: Request) =>
  alone && action === 'insertDocument' && collection === 'auditLogs';
const broken = () => Object.assign(new Error('injected'), { code: 'DATABASE_REQUEST_FAILED' });

/** The three ways in which a row can be lost. */
const accidents = {
  'its row is refused': (): Meet => async (request, go) => {
    if (isAuditRow(request)) throw broken();
    return go();
  },
  'the function is killed before its row': (): Meet => {
    let dead = false;
    return async (request, go) => {
      dead ||= isAuditRow(request);
      if (dead) throw broken();
      return go();
    };
  },
  'the answer of the change is lost': (): Meet => {
    let dead = false;
    return async (request, go) => {
      if (dead) throw broken();
      dead = request.data.includes('unaudited');
      await (dead && go());
      if (dead) throw broken();
      return go();
    };
  },
};

const send = async (at: RegisteredAction, data?: object) => {
  const example = data ?? (await exampleOf(world, at, as().token));
  return world.send(at.name, { action: at.action, data: example, ...as() });
};

/** Ahead of the clock: the job alone, not what a failed call has left under way. */
const ahead = new AsyncLocalStorage<number>();
const now = Date.now;
vi.spyOn(Date, 'now').mockImplementation(() => now() + (ahead.getStore() ?? 0));

/** The job, when what was changed up to now is due: for the collections that are marked. */
const completeMarked = () => ahead.run(AGE_MS + WINDOW_MS, () => runJob('auditRows'));
/** The same for all collections, as from time to time, for what a crash has kept from being marked. */
const complete = async () => {
  await dueAtLatest('auditRows', (await dueRows.get('auditRows')) ?? undefined, Date.now());
  return completeMarked();
};

const logs = async () => world.rows('auditLogs');
/** What a row says, without ids and times, which differ from call to call. */
const auditedChanges = async () =>
  (await logs())
    .map(({ action, resource, reason, result, diff }) => {
      const paths = (diff as { path: string }[]).map(({ path }) => path).sort();
      return JSON.stringify([action, resource, reason, result, paths]);
    })
    .sort();

const ignored: CollectionName[] = ['auditLogs', 'rateLimits', 'counters', 'turns'];
const counted = collections.map(({ name }) => name).filter(name => !ignored.includes(name));

/** Of what was written to, how many records there are, and how many audit rows they carry. */
const census = async () => {
  const counts: Record<string, number> = {};
  let carried = 0;
  for (const name of counted.filter(one => touched.has(one))) {
    const records = await world.rows(name);
    counts[name] = records.length;
    for (const { unaudited } of records) carried += ((unaudited ?? []) as unknown[]).length;
  }
  return { counts, carried };
};

/** Nothing changes that could carry the row, so the row comes first, and nothing happens without it. */
const rowFirst = new Set([
  'adminAuth.login',
  'adminAuth.beginSecondFactor',
  'adminExport.getExportUrl',
  'adminStorage.cancelUpload',
  // With a user's photo, whose look is noted first.
  'adminTemplate.runTrial',
  'adminUser.revealContact',
  'adminFeedback.revealContact',
  'adminOrder.revealInvoiceEmail',
  'adminActivationCode.revealCodes',
  'adminActivationCode.exportBatch',
  'adminPrintOrder.revealAddress',
  'adminPrintArchive.getPrintArchiveUrl',
]);
/** One row for all changes; if it is missing, each change has its own. */
const together = new Set(['keyword.batchCreateKeywords', 'keyword.batchUpsertKeywords']);

/** Ends as a sign-in without a second factor does, and has rows of its preparation before its own. */
const secondStep = 'adminAuth.confirmLogin';
const writes = everyAction.filter(
  ({ definition, title }) => definition.effect === 'write' && title !== secondStep,
);
/** On these each accident is tried, on the others one. */
const thorough = ['adminTemplate.updateTemplate', 'keyword.deleteKeyword', 'adminOrder.addRemark'];
const seenSimple: string[] = [];

describe('a change always has its audit row', () => {
  it.each(writes)('$title', async at => {
    const data = await exampleOf(world, at, as().token);
    touched.clear();
    let simple = false;
    const look: Meet = (request, go) => {
      simple ||= isAuditRow(request);
      return go();
    };
    const undisturbed = await meeting(look, () => send(at, data));
    expect(undisturbed.code).toBe(0);
    // Others write the row in the transaction of the change.
    if (!simple) return;
    const rows = await auditedChanges();
    expect(await completeMarked()).toMatchObject({ ok: true });
    const { counts, carried } = await census();
    expect([carried, await auditedChanges()]).toEqual([0, rows]);
    const all = Object.entries(accidents);
    const nth = seenSimple.push(at.title) % all.length;
    for (const [name, accident] of thorough.includes(at.title) ? all : [all[nth]!]) {
      if (rowFirst.has(at.title) && name === 'the answer of the change is lost') continue;
      await world.reset();
      const before = rowFirst.has(at.title) ? (await census()).counts : counts;
      const answer = await meeting(accident(), () => send(at));
      const cut = name === 'the answer of the change is lost' || rowFirst.has(at.title);
      if (name !== 'the function is killed before its row')
        expect(answer.code, name).toBe(cut ? 50001 : 0);
      expect(JSON.stringify(answer), name).not.toContain('unaudited');
      if (rowFirst.has(at.title)) {
        expect(await logs(), name).toEqual([]);
        if (at.title !== 'adminAuth.login') expect((await census()).counts, name).toEqual(before);
        continue;
      }
      const job = name === 'its row is refused' ? completeMarked : complete;
      expect(await job(), name).toMatchObject({ ok: true });
      if (together.has(at.title)) expect((await logs()).length, name).toBeGreaterThan(0);
      // What was cut off did not go on with what else it was to do; what it did has its row.
      else if (cut || name.includes('killed')) {
        const now = await auditedChanges();
        expect(now.length, name).toBeGreaterThan(0);
        for (const row of now) expect(rows, name).toContain(row);
      } else {
        expect(await auditedChanges(), name).toEqual(rows);
        expect((await census()).counts, name).toEqual(counts);
      }
      expect((await census()).carried, name).toBe(0);
    }
  });

  it('and more than seventy actions were covered, the others writing it in a transaction', () => {
    expect(seenSimple.length).toBeGreaterThan(70);
  });

  it('and it is missing for a minute at most: each change is marked to be looked after in 45 seconds at most', async () => {
    const { main: worker } = await import('#cloudfunctions/worker/index.ts');
    const beat = () => worker({ Type: 'Timer', TriggerName: 'beat' });
    environment.UNAUDITED_WINDOW_MS = WINDOW_MS;
    onTestFinished(() => {
      environment.UNAUDITED_WINDOW_MS = 0;
      vi.useRealTimers();
    });
    const begun = Date.now();
    const changedAt = async (time: number) => {
      vi.useFakeTimers({ toFake: ['Date'], now: time });
      const change = { templateId: 'tpl_0002', field: 'sort', value: time - begun };
      const refused = accidents['its row is refused']();
      await meeting(refused, () => world.ok('adminTemplate', 'updateTemplateField', change));
      return time;
    };
    const marks = async () =>
      (await world.rows('due')).filter(({ about }) => String(about) === 'templates');
    const first = await changedAt(begun);
    const due = first + WINDOW_MS + AGE_MS;
    expect(due - first).toBe(45_000);
    expect(await marks()).toMatchObject([{ jobs: ['auditRows'], time: due }]);
    // One mark stands for all changes of its time, the last of which is then old enough.
    const last = await changedAt(first + WINDOW_MS - 1);
    expect(await marks()).toHaveLength(1);
    const next = await changedAt(first + WINDOW_MS);
    expect((await marks()).map(({ time }) => Number(time)).sort()).toEqual([due, due + WINDOW_MS]);

    vi.setSystemTime(due - 1);
    await beat();
    expect(await logs()).toEqual([]);
    vi.setSystemTime(due);
    await beat();
    // Rows have the time of the change, not of its completion.
    expect((await logs()).map(({ createTime }) => createTime)).toEqual([first, last, next]);
    expect(await marks()).toMatchObject([{ time: due + WINDOW_MS }]);
  });
});

describe('several changes of one record', () => {
  const set = (value: number) => {
    const change = { templateId: 'tpl_0002', field: 'sort', value };
    return world.call('adminTemplate', 'updateTemplateField', change);
  };
  const values = async () =>
    (await logs()).map(row => (row['diff'] as { to: unknown }[])[0]?.to as number);

  it('made at once all keep their rows', async () => {
    let nth = 0;
    const everySecond: Meet = async (request, go) => {
      if (isAuditRow(request) && (nth += 1) % 2 === 0) throw broken();
      return go();
    };
    const wanted = Array.from({ length: 20 }, (_, at) => at + 100);
    const answers = await meeting(everySecond, () => Promise.all(wanted.map(set)));
    expect(answers.map(({ code }) => code)).toEqual(wanted.map(() => 0));
    expect(await logs()).toHaveLength(10);
    await Promise.all([complete(), complete(), complete()]);
    expect((await values()).sort()).toEqual(wanted);
    const template = await world.ok('adminTemplate', 'getTemplateById', { id: 'tpl_0002' });
    expect(template).toMatchObject({ rev: 21 });
  });

  it('the last of which removes it all keep their rows', async () => {
    const refused = accidents['its row is refused']();
    const update = { _id: 'kw_0040', rev: 1, weight: 7 };
    await meeting(refused, () => world.ok('keyword', 'updateKeyword', update));
    await world.ok('keyword', 'deleteKeyword', { _id: 'kw_0040' });
    const actions = (await logs()).map(({ action }) => action).sort();
    expect(actions).toEqual(['deleteKeyword', 'updateKeyword']);
  });
});

describe('an interrupted removal', () => {
  const _id = 'kw_0040';
  const remove = () => world.call('keyword', 'deleteKeyword', { _id });
  const cutOff = () => meeting(accidents['the function is killed before its row'](), remove);

  it('is completed, with one row however often it is attempted', async () => {
    await cutOff();
    expect(await logs()).toEqual([]);
    expect((await remove()).code).toBe(40400);
    await Promise.all([complete(), complete()]);
    expect(await logs()).toMatchObject([{ action: 'deleteKeyword', resourceId: _id }]);
    expect((await world.rows('keywords')).map(keyword => keyword._id)).not.toContain(_id);
    expect((await remove()).code).toBe(40400);
    expect(await logs()).toHaveLength(1);
  });

  it('counts as done: the record is neither shown nor changed any more', async () => {
    await cutOff();
    const update = { _id, rev: 1, weight: 7 };
    expect((await world.call('keyword', 'updateKeyword', update)).code).toBe(40400);
    const later = { ...update, rev: 2 };
    expect((await world.call('keyword', 'updateKeyword', later)).code).toBe(40400);
    const { list } = await world.ok('keyword', 'getKeywords', {});
    expect(list.map(keyword => keyword._id)).not.toContain(_id);
  });

  it('of a session ends it at once', async () => {
    const other = await world.someAdmin();
    const logout = () => world.call('adminAuth', 'logout', {}, { token: other.token });
    await meeting(accidents['the function is killed before its row'](), logout);
    const { code } = await world.call('adminAuth', 'getProfile', {}, { token: other.token });
    expect(code).toBe(-1);
  });
});

it('the rows a record carries are in no answer or audit row', async () => {
  const { rev } = await world.ok('adminTemplate', 'getTemplateById', { id: 'tpl_0001' });
  const change = { _id: 'tpl_0001', rev, name: '新名字' };
  const update = (more: object) =>
    world.call('adminTemplate', 'updateTemplate', { ...change, ...more });
  await meeting(accidents['its row is refused'](), () => update({}));
  expect((await census()).carried).toBe(1);
  const shown = [await update({}), await update({ rev: rev + 1, sort: 7 })];
  expect(shown.map(({ code }) => code)).toEqual([40901, 0]);
  expect(JSON.stringify(shown)).not.toContain('unaudited');
  const stored = await logs();
  expect(stored).toHaveLength(1);
  expect(JSON.stringify(stored)).not.toContain('unaudited');
});
