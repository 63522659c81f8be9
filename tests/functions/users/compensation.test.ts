import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { StoredUser } from '#cloudfunctions/_shared/users/ledger.ts';
import type { ActionData } from '#contract/index.ts';
import { forOneTest } from '../world/forOneTest.ts';
import { startWorld } from '../world/harness.ts';
import { finishJob } from '../world/runJob.ts';

const world = await startWorld();
const { as, call, ok, rows, set } = world;
const { environment } = await import('#cloudfunctions/_shared/base/environment.ts');
const CLAIM_MS = environment.COMPENSATION_CLAIM_MS;
const { compensationRows } = await import('#cloudfunctions/_shared/compensations/records.ts');
beforeEach(() => world.reset());
afterEach(() => vi.useRealTimers());

type Request = ActionData<'adminCompensation', 'createCompensation'>;
const gift = (userIds: string[], more: Partial<Request> = {}): Request => ({
  what: 'credits',
  amount: 10,
  target: 'users',
  userIds,
  reason: '昨晚服务故障',
  userNote: '故障补偿',
  expectCount: userIds.length,
  ...more,
});
const start = (request: Request) => ok('adminCompensation', 'createCompensation', request, as());
const refused = (request: Request) =>
  call('adminCompensation', 'createCompensation', request, as());
const tick = () => finishJob(world, 'compensations');
const jobOf = (id: string) => ok('adminCompensation', 'getCompensationById', { id }, as());
const rowsOf = async (compensationId: string) =>
  (await rows('compensationRows')).filter(row => row['compensationId'] === compensationId);
const userOf = async (id: string) =>
  (await rows('users')).find(({ _id }) => _id === id) as unknown as StoredUser;
const linesOf = async (compensationId: string) =>
  (await rows('creditLedger')).filter(line => line['refId'] === compensationId);

const manyUsers = async (count: number, more: object = {}): Promise<string[]> => {
  const pattern = await userOf('usr_0001');
  const made = Array.from({ length: count }, (_user, at) => ({
    ...pattern,
    _id: `many_${String(at).padStart(4, '0')}`,
    openid: `many-${at}`,
    status: 'normal',
    createTime: 50_000 + at,
    credits: { paid: 0, gift: 0 },
    channel: 'invite',
    ...more,
  }));
  await world.insert('users', made);
  return made.map(({ _id }) => _id);
};
const allOfThem = { channel: 'invite', createTime: { from: 50_000, to: 60_000 } } as const;
const matching = (count: number, more: Partial<Request> = {}): Request => {
  const { userIds: _ids, ...request } = gift([]);
  return { ...request, users: allOfThem, expectCount: count, ...more };
};
/** Claims, locks and transactions of a worker that was killed are over. */
const later = () => vi.setSystemTime(Date.now() + CLAIM_MS + 1_000);
/** What happens when the first users have been helped, and before that is counted. */
const afterTheFirst = (does: () => unknown) => {
  const { find } = compensationRows;
  forOneTest(vi.spyOn(compensationRows, 'find')).mockImplementationOnce(async (...given) => {
    await does();
    return find(...given);
  });
};

describe('credits for many', () => {
  it('come to each once, with a line in the ledger, the note, an entry for support and an audit row', async () => {
    const ids = await manyUsers(3);
    const { _id } = await start(gift(ids));
    await tick();
    expect(await jobOf(_id)).toMatchObject({ status: 'done', done: 3, total: 3, sum: 30 });
    expect((await userOf(ids[0]!)).credits).toEqual({ paid: 0, gift: 10 });
    const lines = await linesOf(_id);
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatchObject({ delta: 10, reason: '昨晚服务故障', userNote: '故障补偿' });
    const logs = (await rows('userLogs')).filter(({ refId }) => refId === _id);
    expect(logs.map(({ detail }) => detail)).toContain('赠送 10 积分，昨晚服务故障');
    const audited = (await rows('auditLogs')).filter(({ resourceId }) => resourceId === ids[1]);
    expect(audited).toMatchObject([{ reason: '昨晚服务故障', resource: 'user' }]);
    await tick();
    expect(await linesOf(_id)).toHaveLength(3);
  });

  it('skip disabled, deleted and unknown users, and say why', async () => {
    const [one = '', two = '', three = ''] = await manyUsers(3);
    await set('users', two, { status: 'disabled' });
    await set('users', three, { status: 'deleted' });
    const { _id } = await start(gift([one, two, three, 'usr_gone']));
    await tick();
    expect(await jobOf(_id)).toMatchObject({ status: 'done', done: 1, skipped: 3, sum: 10 });
    const filter = { compensationId: _id, result: 'skipped' } as const;
    const { list } = await ok('adminCompensation', 'getCompensationRows', { filter }, as());
    expect(
      list.flatMap(row => ('damaged' in row ? [] : [[row.userId, row.message]])).sort(),
    ).toEqual([
      [two, '用户已停用或注销'],
      [three, '用户已停用或注销'],
      ['usr_gone', '用户已不存在'],
    ]);
  });

  it('go to all who match the filter when it is made, and to none who come later', async () => {
    await manyUsers(6);
    const wish = { what: 'credits', amount: 2, target: 'users', users: allOfThem } as const;
    const preview = await ok('adminCompensation', 'previewCompensation', wish, as());
    expect(preview).toMatchObject({ count: 6, sum: 12, most: 5_000 });
    expect(preview.names).toHaveLength(5);
    const job = await start(matching(6, { amount: 2 }));
    expect(job.targetText).toContain('来源：邀请');
    const pattern = await userOf('many_0001');
    await world.insert('users', [{ ...pattern, _id: 'late', openid: 'late' }]);
    await tick();
    expect(await jobOf(job._id)).toMatchObject({ done: 6, sum: 12 });
    expect((await userOf('late')).credits.gift).toBe(0);
  });

  it('are refused where the preview no longer holds', async () => {
    const ids = await manyUsers(2);
    expect(await refused(gift(ids, { expectCount: 3 }))).toMatchObject({ code: 40902 });
    expect(await refused(matching(3))).toMatchObject({ code: 40902 });
  });

  it('of a repeated call are those of the first one, also when the selection has changed', async () => {
    await manyUsers(2);
    const request = matching(2, { idemKey: 'compensation_key_1' });
    const first = await start(request);
    await set('users', 'many_0000', { status: 'disabled' });
    expect((await start(request))._id).toBe(first._id);
  });

  it.each([
    ['no amount', { amount: 0 }, 'amount'],
    ['more days than a year has', { what: 'membership', amount: 400 }, 'amount'],
    ['tasks without a period', { target: 'tasks', users: {} }, 'tasks.createTime.from'],
    ['selected users for tasks', { target: 'tasks', userIds: ['usr_0001'] }, 'userIds'],
    ['users who are to run again', { what: 'retry' }, 'target'],
    ['a package that is gone', { what: 'membership', packageId: 'pkg_gone' }, 'packageId'],
  ] as const)('refuse %s', async (_name, more, field) => {
    const { code, data } = await refused({ ...matching(1), ...more } as Request);
    expect(code).toBe(40001);
    expect((data as unknown as { fields: object }).fields).toHaveProperty([field]);
  });
});

describe('days of membership', () => {
  const day = 86_400_000;

  it('prolong what each has, and skip those without a membership or with one without an end', async () => {
    const ids = await manyUsers(3, { packageId: '' });
    const [member = '', , endless = ''] = ids;
    const end = Date.now() + 5 * day;
    await set('users', member, { packageId: 'pkg_0001', packageExpireTime: end });
    await set('users', endless, { packageId: 'pkg_0001', packageExpireTime: null });
    const { _id } = await start(gift(ids, { what: 'membership', amount: 3 }));
    await tick();
    await tick();
    expect(await jobOf(_id)).toMatchObject({ done: 1, skipped: 2, sum: 3 });
    expect((await userOf(member)).packageExpireTime).toBe(end + 3 * day);
    const messages = (await rowsOf(_id)).map(({ message }) => message);
    expect(messages.sort()).toEqual(['', '会员长期有效，无需延长', '没有有效的会员']);
  });

  it('give the chosen package to those who have none', async () => {
    const membership = (await rows('packages')).find(({ type }) => type === 'membership')!;
    const [one = ''] = await manyUsers(1, { packageId: '', packageExpireTime: null });
    const packageId = String(membership['_id']);
    await start(gift([one], { what: 'membership', amount: 7, packageId }));
    await tick();
    expect((await userOf(one)).packageId).toBe(packageId);
    expect((await userOf(one)).packageExpireTime).toBeGreaterThan(Date.now() + 6.9 * day);
  });
});

describe('failed tasks of a period', () => {
  const begun = Date.now() - 10_000;
  const failed = async (count: number) => {
    const pattern = (await rows('tasks')).find(({ _id }) => _id === 'task_0002')!;
    const made = Array.from({ length: count }, (_task, at) => ({
      ...pattern,
      _id: `fail_${at}`,
      taskNo: `TF${at}`,
      slot: `fail_${at}`,
      status: 'failed',
      errorCode: 'SERVICE_BUSY',
      createTime: begun + at,
      retriedBy: '',
      costCredits: 5,
    }));
    await world.insert('tasks', made);
    return String(pattern['userId']);
  };
  const tasks = { createTime: { from: begun, to: begun + 1_000 } };
  const again = (count: number, more: Partial<Request> = {}): Request => ({
    what: 'retry',
    target: 'tasks',
    tasks,
    reason: '密钥故障',
    expectCount: count,
    ...more,
  });

  it('run again once each, free of charge, and none that has run again already', async () => {
    const userId = await failed(3);
    await set('tasks', 'fail_2', { retriedBy: 'task_other' });
    const wish = { what: 'retry', target: 'tasks', tasks } as const;
    const preview = await ok('adminCompensation', 'previewCompensation', wish, as());
    expect(preview).toMatchObject({ count: 2, sum: 10, most: 500, names: ['TF1', 'TF0'] });
    const { _id } = await start(again(2));
    await ok('adminTask', 'retryTask', { id: 'fail_1', free: true }, as());
    await tick();
    await tick();
    expect(await jobOf(_id)).toMatchObject({ status: 'done', done: 1, skipped: 1, sum: 1 });
    const made = (await rows('tasks')).filter(({ retryOf }) => String(retryOf).startsWith('fail_'));
    expect(made.map(({ retryOf, costCredits }) => [retryOf, costCredits]).sort()).toEqual([
      ['fail_0', 0],
      ['fail_1', 0],
    ]);
    const row = (await rowsOf(_id)).find(({ taskId }) => taskId === 'fail_0');
    expect(row).toMatchObject({ userId, result: 'done' });
    expect(made.map(({ _id: id }) => id)).toContain(row!['retryId']);
  });

  it('are left to people where they break off again and again, and the others run', async () => {
    await failed(2);
    await set('tasks', 'fail_0', { nodeInfoList: null });
    const { _id } = await start(again(2));
    for (let attempt = 0; attempt < 5; attempt += 1) {
      expect(await jobOf(_id)).toMatchObject({ status: attempt ? 'running' : 'queued' });
      await tick();
      later();
    }
    expect(await jobOf(_id)).toMatchObject({ status: 'done', done: 1, failed: 1, sum: 1 });
    const row = (await rowsOf(_id)).find(({ taskId }) => taskId === 'fail_0');
    expect(row).toMatchObject({ result: 'failed', message: '处理时多次出错，请在用户页手动补偿' });
  });

  it('bring their users credits once, however many of them each has', async () => {
    const userId = await failed(4);
    const before = (await userOf(userId)).credits.gift;
    const { _id } = await start(again(1, { what: 'credits', amount: 8 }));
    await tick();
    expect(await jobOf(_id)).toMatchObject({ done: 1, sum: 8 });
    expect((await userOf(userId)).credits.gift).toBe(before + 8);
  });
});

describe('exactly once', () => {
  const sumOf = async (ids: string[]) => {
    const all = (await rows('users')) as unknown as StoredUser[];
    return all
      .filter(({ _id }) => ids.includes(_id))
      .reduce((sum, { credits }) => sum + credits.gift, 0);
  };

  it('is each user helped where several workers are at the same ones', async () => {
    const ids = await manyUsers(8);
    const { _id } = await start(gift(ids));
    // The claim ends before the work does, so that others go on beside the first.
    Object.assign(environment, { COMPENSATION_CLAIM_MS: 1 });
    await Promise.all([tick(), tick(), tick()]);
    Object.assign(environment, { COMPENSATION_CLAIM_MS: CLAIM_MS });
    await tick();
    expect(await sumOf(ids)).toBe(80);
    expect(await linesOf(_id)).toHaveLength(8);
    expect(await jobOf(_id)).toMatchObject({ status: 'done', done: 8, sum: 80 });
  });

  it('is gone on with in the next run when the time is up', async () => {
    const ids = await manyUsers(21);
    const { _id } = await start(gift(ids));
    afterTheFirst(() => vi.setSystemTime(Date.now() + environment.COMPENSATION_BUDGET_MS + 1));
    await tick();
    vi.useRealTimers();
    expect(await jobOf(_id)).toMatchObject({ status: 'running', done: 20 });
    await tick();
    expect(await jobOf(_id)).toMatchObject({ status: 'done', done: 21 });
  });
});

describe('stopping', () => {
  const stop = (id: string) =>
    call('adminCompensation', 'cancelCompensation', { id, reason: '范围选错' }, as());

  it('ends one that has not begun, and only once', async () => {
    const { _id } = await start(gift(await manyUsers(2)));
    expect(await stop(_id)).toMatchObject({ code: 0, data: { status: 'cancelled' } });
    await tick();
    expect(await rowsOf(_id)).toEqual([]);
    expect(await stop(_id)).toMatchObject({ code: 40902 });
  });

  it('leaves the rest of one that is at work, and counts what was given', async () => {
    const { _id } = await start(gift(await manyUsers(21)));
    afterTheFirst(async () =>
      expect(await stop(_id)).toMatchObject({ data: { status: 'running', stopping: true } }),
    );
    await tick();
    expect(await jobOf(_id)).toMatchObject({ status: 'cancelled', done: 20, total: 21, sum: 200 });
    expect(await linesOf(_id)).toHaveLength(20);
  });
});
