import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { mayMove } from '#contract/states.ts';
import { userEntity, type UserStatus, userStatuses } from '#contract/user.ts';
import { pastedForms } from '../../pastedForms.ts';
import { CANARY_PHONE, someUser } from '../world/fixtures/people.ts';
import { forOneTest } from '../world/forOneTest.ts';
import { startWorld } from '../world/harness.ts';
import { runJob } from '../world/runJob.ts';

// On a slow machine callers must not stop waiting too early.
const world = await startWorld({ TURN_WAIT_MS: 50_000 });
const { as, call, ok, rows, set } = world;
const { rarestPair } = await import('#cloudfunctions/_shared/base/search.ts');
const { gramsOf } = await import('#cloudfunctions/_shared/base/searchTerms.ts');
const { repository } = await import('#cloudfunctions/_shared/base/repository.ts');
/** Without any order or print, which the others may have. */
const free = 'usr_0050';
const begin = async () => {
  await world.reset();
  await world.insert('users', [someUser(50)]);
};
beforeEach(begin);
afterEach(() => void vi.useRealTimers());

const stored = async (id: string) =>
  (await rows('users')).find(({ _id }) => _id === id) as Record<string, never>;
const audited = async (action: string) =>
  (await rows('auditLogs')).filter(row => row['action'] === action);
const sumOf = async (id: string) => {
  const sum = { paid: 0, gift: 0 };
  for (const { userId, bucket, delta } of await rows('creditLedger'))
    if (userId === id) sum[bucket as 'paid' | 'gift'] += delta as number;
  return sum;
};

describe('users', () => {
  it('are found by openid, phone tail, or part of a nickname', async () => {
    await set('users', 'usr_0002', { phoneTail: '7788' });
    const found = async (q: string) =>
      (await ok('adminUser', 'getUsers', { q }, as())).list.map(({ _id }) => _id);
    expect(await found('custom:first_admin')).toEqual(['usr_0001']);
    expect(await found('usr_0003')).toEqual(['usr_0003']);
    expect(await found('7788')).toEqual(['usr_0002']);
    expect(await found('13911117788')).toEqual(['usr_0002']);
    for (const q of pastedForms('户4')) expect(await found(q), q).toEqual(['usr_0004']);
    for (const q of pastedForms('usr_0003')) expect(await found(q), q).toEqual(['usr_0003']);
    await set('users', 'usr_0004', { nickName: 'ＡＢ　ｃ＋', grams: gramsOf('ＡＢ　ｃ＋') });
    for (const q of ['ab c', 'B\u3000C', 'ＡＢ', 'c+'])
      expect(await found(q), q).toEqual(['usr_0004']);
    await set('users', 'usr_0004', { nickName: '用户4', grams: gramsOf('用户4') });
    const openids = ['nobody', `o${'4'.padStart(27, 'x')}`, 'custom:first_admin'];
    const { list } = await ok('adminUser', 'getUsersByOpenids', { openids }, as());
    expect(list.map(({ _id }) => _id)).toEqual(['usr_0004', 'usr_0001']);
  });

  it.each([
    ['stats.paidFen', (value: number) => ({ stats: { paidFen: value } })],
    ['credits.paid', (value: number) => ({ credits: { paid: value, gift: 1 } })],
    ['lastPayTime', (value: number) => ({ lastPayTime: value })],
  ] as const)('are listed by %s, page after page', async (field, fields) => {
    const users = (await rows('users')).map(({ _id }) => String(_id));
    await Promise.all(users.map((id, at) => set('users', id, fields((at % 3) * 100))));
    const seen: string[] = [];
    let after: string | undefined;
    do {
      const page = await ok(
        'adminUser',
        'getUsers',
        { pageSize: 2, sort: { field, order: 'desc' }, ...(after && { after }) },
        as(),
      );
      seen.push(...page.list.map(({ _id }) => _id));
      after = page.next;
    } while (after);
    const place = (id: string) => users.indexOf(id) % 3;
    expect(seen.map(place)).toEqual(users.map(place).sort((a, b) => b - a));
    expect(new Set(seen).size).toBe(users.length);
    if (field === 'credits.paid') return;
    const filter = { [field]: { from: 100, to: 150 } };
    const { list } = await ok('adminUser', 'getUsers', { filter }, as());
    expect(list.map(({ _id }) => place(_id))).toEqual(
      users.filter(id => place(id) === 1).map(() => 1),
    );
  });

  it('whose names begin like most others are looked for by what sets them apart', async () => {
    const named = (at: number, nickName: string) => ({
      ...someUser(60 + at),
      nickName,
      grams: gramsOf(nickName),
    });
    const common = Array.from({ length: 20 }, (_none, at) => named(at, `微信用户${at % 2}号`));
    await world.insert('users', [...common, named(30, '微信用户阿宁')]);
    expect(await rarestPair(repository('users'), '微信用户阿宁')).toBe('阿宁');
    expect(await rarestPair(repository('users'), '微信')).toBeUndefined();
    const { list } = await ok('adminUser', 'getUsers', { q: '微信用户阿宁' }, as());
    expect(list.map(({ nickName }) => nickName)).toEqual(['微信用户阿宁']);
  });

  it('change states only as the table allows', async () => {
    const all = Object.keys(userStatuses) as UserStatus[];
    for (const from of all) {
      for (const status of all) {
        await set('users', free, { status: from });
        const before = await world.dump();
        const data = { id: free, status, reason: '测试' };
        const { code } = await call('adminUser', 'updateUserStatus', data, as());
        const legal = mayMove(userEntity.transitions, from, status);
        expect({ from, status, code }).toEqual({ from, status, code: legal ? 0 : 40902 });
        if (legal) expect((await stored(free))['status']).toBe(status);
        else expect(await world.dump()).toBe(before);
      }
    }
  });

  it('that are disabled lose their unfinished tasks and get the credits back', async () => {
    const data = { id: 'usr_0001', status: 'disabled', reason: '多次违规' };
    const after = await ok('adminUser', 'updateUserStatus', data, as());
    expect(after).toMatchObject({ status: 'disabled', statusReason: '多次违规' });
    // Two unfinished tasks of ten credits.
    expect(after.credits).toEqual({ paid: 5_000, gift: 520 });
    const states = (await rows('tasks')).map(({ _id, status }) => [_id, status]);
    expect(Object.fromEntries(states)).toMatchObject({
      task_0001: 'succeeded',
      task_0002: 'failed',
      task_0003: 'cancelled',
      task_0004: 'cancelled',
    });
    expect(await sumOf('usr_0001')).toEqual(after.credits);
    expect(await audited('updateUserStatus')).toHaveLength(3);
    expect((await call('appUser', 'getMe', {})).code).toBe(40902);
  });

  it('are enabled by the worker when their time has passed, not before', async () => {
    const soon = Date.now() + 3_600_000;
    const data = { id: 'usr_0002', status: 'disabled', reason: '冷静', disabledUntil: soon };
    await ok('adminUser', 'updateUserStatus', data, as());
    const tick = () => runJob('enableUsers');
    await tick();
    expect((await stored('usr_0002'))['status']).toBe('disabled');
    await set('users', 'usr_0002', { disabledUntil: Date.now() - 1 });
    await Promise.all([tick(), tick()]);
    expect(await stored('usr_0002')).toMatchObject({ status: 'normal', disabledUntil: null });
    const past = { ...data, disabledUntil: Date.now() - 1 };
    expect((await call('adminUser', 'updateUserStatus', past, as())).code).toBe(40001);
  });

  it('that are deleted keep no name, and are not deleted while orders are open', async () => {
    const data = { id: 'usr_0002', status: 'deleted', reason: '用户注销' };
    await world.insert('printOrders', [
      { _id: 'open', userId: 'usr_0002', status: 'paid', printNo: 'x' },
    ]);
    expect((await call('adminUser', 'updateUserStatus', data, as())).code).toBe(40902);
    const other = { ...data, id: free };
    const { code } = await call('adminUser', 'updateUserStatus', other, as());
    expect(code).toBe(0);
    expect(await stored(free)).toMatchObject({
      openid: `deleted:${free}`,
      nickName: '已注销用户',
      phoneTail: '',
      phoneCipher: '',
    });
    expect(JSON.stringify(await audited('updateUserStatus'))).not.toContain('用户50');
  });
});

describe('credits', () => {
  const adjust = (more: object = {}) =>
    call(
      'adminUser',
      'adjustCredits',
      { id: 'usr_0002', bucket: 'gift', delta: 7, reason: '补偿', ...more },
      as(),
    );

  it('are adjusted by ten administrators at once without losing any', async () => {
    const before = await sumOf('usr_0002');
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        adjust({ delta: at % 2 === 0 ? 10 : -3, idemKey: `intent-${1_000 + at}` }),
      ),
    );
    expect(answers.map(({ code }) => code)).toEqual(Array(10).fill(0));
    const { credits } = await stored('usr_0002');
    expect(credits).toEqual(await sumOf('usr_0002'));
    expect(credits).toEqual({ ...before, gift: before.gift + 5 * 7 });
    expect(await audited('adjustCredits')).toHaveLength(10);
    expect(await rows('turns')).toEqual([]);
  });

  it("do not wait longer than the lock's lifetime for a holder that died", async () => {
    const until = Date.now() + 20_000;
    const dead = { rev: 1, createTime: 1, updateTime: 1, holder: 'dead', until };
    await world.insert('turns', [{ _id: 'user_usr_0002', ...dead }]);
    const met = { action: 'database.commitTransaction', code: 'DATABASE_TRANSACTION_CONFLICT' };
    await world.inject(met);
    const handled = forOneTest(vi.spyOn(world.emulator.database, 'handle'));
    const triesOfLock = () =>
      handled.mock.calls.filter(([, { collectionName }]) => collectionName === 'turns').length;
    const adjusting = adjust();
    await vi.waitUntil(() => triesOfLock() > 3, { timeout: 15_000, interval: 5 });
    expect((await stored('usr_0002'))['credits']).toEqual({ paid: 5_000, gift: 500 });
    vi.setSystemTime(until);
    expect((await adjusting).code).toBe(0);
    expect(await rows('turns')).toEqual([]);
  });

  it('never become negative by hand', async () => {
    const before = await world.dump();
    expect((await adjust({ delta: -501 })).code).toBe(40902);
    expect(await world.dump()).toBe(before);
  });

  it('come with a package if requested, once for one key', async () => {
    const data = {
      id: 'usr_0002',
      packageId: 'pkg_0005',
      grantCredits: true,
      reason: '活动奖品',
      idemKey: 'package-0001',
    };
    const after = await ok('adminUser', 'updateUserPackage', data, as());
    expect(after).toMatchObject({ packageId: 'pkg_0005', packageName: '月度会员' });
    expect(after.credits.paid).toBe(5_300);
    expect(await ok('adminUser', 'updateUserPackage', data, as())).toEqual(after);
    expect(await sumOf('usr_0002')).toEqual(after.credits);
    const gone = await ok(
      'adminUser',
      'updateUserPackage',
      { id: 'usr_0002', packageId: '', reason: '取消' },
      as(),
    );
    expect(gone).toMatchObject({ packageId: '', packageName: '', packageExpireTime: null });
  });
});

describe('tags', () => {
  const change = (data: object) => ok('adminUser', 'changeTags', data as never, as());

  it('are one where they look the same, spelled as at first', async () => {
    await ok('adminUser', 'setTags', { id: 'usr_0001', tags: ['Vip甲', 'ＶＩＰ甲'] }, as());
    await ok('adminUser', 'setTags', { id: 'usr_0002', tags: ['vip甲'] }, as());
    await change({ ids: ['usr_0003'], add: ['ＶＩＰ甲'] });
    const { list } = await ok('adminUser', 'getUsers', { filter: { tags: 'Vip甲' } }, as());
    expect(list.map(({ _id, tags }) => [_id, tags]).sort()).toEqual(
      ['usr_0001', 'usr_0002', 'usr_0003'].map(id => [id, ['Vip甲']]),
    );
    await change({ ids: ['usr_0003'], remove: ['vip甲'] });
    expect((await rows('users')).filter(({ tags }) => (tags as string[])?.length > 0)).toHaveLength(
      2,
    );
  });

  it('filter users, and those in use are suggested', async () => {
    await ok('adminUser', 'setTags', { id: 'usr_0001', tags: ['回头客', '摄影'] }, as());
    await change({ ids: ['usr_0002', 'usr_0003'], add: ['回头客'] });
    const { list } = await ok('adminUser', 'getUsers', { filter: { tags: '回头客' } }, as());
    expect(list.map(({ _id }) => _id).sort()).toEqual(['usr_0001', 'usr_0002', 'usr_0003']);
    expect((await ok('adminUser', 'getTags', {}, as())).list.sort()).toEqual(['回头客', '摄影']);
    await change({ ids: ['usr_0001'], remove: ['摄影'] });
    expect((await ok('adminUser', 'getTags', {}, as())).list).toEqual(['回头客']);
  });

  it('of many users change one by one, and a refused user stays unchanged', async () => {
    const full = Array.from({ length: 10 }, (_, at) => `标签${at}`);
    await set('users', 'usr_0001', { tags: full });
    await set('users', 'usr_0002', { tags: ['甲', '乙'] });
    await set('users', free, { status: 'deleted', tags: [] });
    const ids = ['usr_0001', 'usr_0002', free, 'usr_none'];
    const { results } = await change({ ids, add: ['丙'], remove: ['甲'] });
    expect(results.map(({ _id, result }) => [_id, result]).sort()).toEqual([
      ['usr_0001', 'failed'],
      ['usr_0002', 'updated'],
      [free, 'failed'],
      ['usr_none', 'failed'],
    ]);
    expect((await stored('usr_0001'))['tags']).toEqual(full);
    expect((await stored('usr_0002'))['tags']).toEqual(['乙', '丙']);
    expect((await stored(free))['tags']).toEqual([]);
    expect(await audited('changeTags')).toMatchObject([{ resourceId: 'usr_0002' }]);
  });

  it('given at once by several administrators all stay', async () => {
    const words = ['一', '二', '三'];
    await Promise.all(words.map(word => change({ ids: ['usr_0001'], add: [word] })));
    const { tags } = await stored('usr_0001');
    expect([...(tags as unknown as string[])].sort()).toEqual([...words].sort());
  });
});

describe('a phone number', () => {
  it('is shown with a reason, which is recorded', async () => {
    const data = { id: 'usr_0001', reason: '快递退回' };
    const { phone } = await ok('adminUser', 'revealContact', data, as());
    expect(phone).toBe(CANARY_PHONE);
    expect(await audited('revealContact')).toMatchObject([
      { resource: 'user', resourceId: 'usr_0001', reason: '快递退回' },
    ]);
    await world.inject({ action: 'database.insertDocument', code: 'SYS_ERR' });
    const refused = await call('adminUser', 'revealContact', data, as());
    expect(JSON.stringify(refused)).not.toContain(CANARY_PHONE);
  });

  it('is in no other answer, log, audit row or record', async () => {
    const answers = [
      await ok('adminUser', 'getUsers', {}, as()),
      await ok('adminUser', 'getUserById', { id: 'usr_0001' }, as()),
      await ok('adminUser', 'setTags', { id: 'usr_0001', tags: ['老客户'] }, as()),
      await call('adminUser', 'setTags', { id: 'usr_0001', tags: [], rev: 9 }, as()),
    ];
    await ok(
      'adminUser',
      'updateUserStatus',
      { id: 'usr_0001', status: 'disabled', reason: '测试' },
      as(),
    );
    const everything = JSON.stringify([answers, await world.dump(), world.errors, world.log]);
    expect(everything).not.toContain(CANARY_PHONE);
    expect(JSON.stringify(answers)).not.toMatch(/phoneCipher|v1:1:/);
  });
});

describe('what is stored about a user', () => {
  it("are that user's notes, logs, usage and orders only", async () => {
    const note = { id: 'usr_0001', text: '老客户\n喜欢水彩', idemKey: 'note-0001' };
    const first = await ok('adminUser', 'addNote', note, as());
    expect((await ok('adminUser', 'addNote', note, as()))._id).toBe(first._id);
    const notes = await ok('adminUser', 'getNotes', { id: 'usr_0001' }, as());
    expect(notes).toMatchObject({ total: 1, list: [{ detail: '老客户\n喜欢水彩' }] });
    expect((await ok('adminUser', 'getNotes', { id: 'usr_0002' }, as())).total).toBe(0);
    for (const action of ['getUserOrders', 'getUserPrintOrders'] as const) {
      const { list } = await ok('adminUser', action, { userId: 'usr_0001' }, as());
      for (const row of list as { userId?: string }[])
        expect(row.userId ?? 'usr_0001').toBe('usr_0001');
    }
    const lines = { filter: { userId: 'usr_0001' } };
    const { list } = await ok('adminUser', 'getCreditLedger', lines, as());
    expect(new Set(list.map(({ userId }) => userId))).toEqual(new Set(['usr_0001']));
    await world.insert('userUsageDaily', [
      { _id: 'usr_0001_20991231', userId: 'usr_0001', day: '20991231', tasks: 3 },
      { _id: 'usr_0002_20991231', userId: 'usr_0002', day: '20991231', tasks: 9 },
    ]);
    const usage = { userId: 'usr_0001', from: '20991201', to: '20991231' };
    expect((await ok('adminUser', 'getUserUsage', usage, as())).list).toMatchObject([{ tasks: 3 }]);
  });
});
