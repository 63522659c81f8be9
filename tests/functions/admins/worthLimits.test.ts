import { beforeEach, describe, expect, it } from 'vitest';
import type { Package } from '#contract/package.ts';
import { DAY_MS } from '#contract/shanghai.ts';
import { startWorld } from '../world/harness.ts';

const world = await startWorld();
const { call, ok, rows, set, someAdmin } = world;
let token = (await world.reset()).token;
let own = { id: '', token: '' };
const limits = {
  creditLimit: 50,
  creditDayLimit: 120,
  memberDaysLimit: 31,
  memberDaysDayLimit: 60,
};
const rights = [
  'users.read',
  'users.credits',
  'tasks.read',
  'tasks.write',
  'compensations.read',
  'compensations.write',
  'approvals.read',
  'approvals.decide',
  'administrators.read',
  'administrators.write',
];
let month = '';
const member = async (role = 'role_0001') => {
  const { admin, token: of } = await someAdmin({ role });
  return { id: admin._id, token: of };
};
beforeEach(async () => {
  ({ token } = await world.reset());
  await set('roles', 'role_0001', { rights, refundLimitFen: null, refundDayFen: null, ...limits });
  own = await member();
  const found = (await rows('packages')) as unknown as Package[];
  month = found.find(({ type, days }) => type === 'membership' && days !== null)!._id;
  await set('packages', month, { days: 30, credits: 0, giftCredits: 0 });
  for (const id of ['usr_0002', 'usr_0004', 'usr_0005'])
    await set('users', id, { packageId: '', packageName: '', packageExpireTime: null });
});

const give = (id: string, more: object = {}, of = own.token) =>
  call(
    'adminUser',
    'updateUserPackage',
    { id, packageId: month, reason: '补偿', ...more } as never,
    { token: of },
  );
const waits = async (asked: Promise<{ data: { approvalId: string } }>) =>
  (await asked).data.approvalId !== '';
const days = (count: number) => ({ packageExpireTime: Date.now() + count * DAY_MS });
const approve = (id: string, of = token) =>
  call('adminOrder', 'approveRequest', { id }, { token: of });

describe('days of a membership', () => {
  it('wait above what a role may give to one user, or in a day', async () => {
    expect(await waits(give('usr_0002', days(18_250)))).toBe(true);
    expect(await waits(give('usr_0002', days(32)))).toBe(true);
    expect(await waits(give('usr_0002'))).toBe(false);
    expect(await waits(give('usr_0004'))).toBe(false);
    expect(await waits(give('usr_0005'))).toBe(true);
  });

  it('without an end are more than any limit', async () => {
    await set('packages', month, { days: null });
    expect(await waits(give('usr_0002'))).toBe(true);
  });

  it('are limited by the credits of a role that has no limit of days', async () => {
    await set('roles', 'role_0001', { memberDaysLimit: null, memberDaysDayLimit: null });
    expect(await waits(give('usr_0002', days(51)))).toBe(true);
    expect(await waits(give('usr_0002', days(50)))).toBe(false);
  });

  it('count when they are taken away', async () => {
    await set('users', 'usr_0002', { packageId: month, ...days(200) });
    expect(await waits(give('usr_0002', { packageId: '' }))).toBe(true);
    await set('users', 'usr_0002', days(20));
    expect(await waits(give('usr_0002', { packageId: '' }))).toBe(false);
  });

  it('of a compensation count for each user, and for all together', async () => {
    const compensate = async (amount: number) => {
      const userIds = ['usr_0002', 'usr_0004', 'usr_0005'];
      const wish = { what: 'membership', packageId: month, target: 'users', userIds, amount };
      const asked = { ...wish, reason: '故障', expectCount: 3 } as never;
      const made = await ok('adminCompensation', 'createCompensation', asked, { token: own.token });
      return made.approval;
    };
    expect(await compensate(32)).toBe('waiting');
    expect(await compensate(21)).toBe('waiting');
    expect(await compensate(20)).toBe('none');
    expect(await compensate(1)).toBe('waiting');
  });
});

describe('an approver', () => {
  it('is shown the package, the days, until when, and whose membership it is', async () => {
    await set('packages', month, { name: '月卡', credits: 40, giftCredits: 20 });
    const asked = await give('usr_0002', { ...days(90), grantCredits: true });
    const { list } = await ok('adminOrder', 'getApprovals', { page: 1, pageSize: 50 });
    const shown = list.find(({ _id }) => _id === asked.data.approvalId);
    const user = await world.one('users', 'usr_0002');
    expect(shown).toMatchObject({
      packageName: '月卡',
      days: 90,
      paidCredits: 40,
      giftCredits: 20,
      amount: 60,
      title: user['nickName'],
    });
    expect(shown?.untilTime).toBeGreaterThan(Date.now() + 89 * DAY_MS);
    const sent = (await rows('messages')).find(({ event }) => event === 'approvalWaiting');
    expect(sent?.['values']).toMatchObject({
      what: `会员「月卡」 90 天，增加 40 购买积分，增加 20 赠送积分，${user['nickName']}`,
    });
  });

  it('approves exactly that: a membership or package that has changed is asked for anew', async () => {
    const { approvalId } = (await give('usr_0002', days(90))).data;
    await set('users', 'usr_0002', { packageId: month, ...days(5) });
    expect((await approve(approvalId)).message).toContain('已有变化');
    await set('users', 'usr_0002', { packageId: '', packageExpireTime: null });
    expect((await approve(approvalId)).code).toBe(0);
    const other = (await give('usr_0004', { grantCredits: true, ...days(90) })).data;
    await set('packages', month, { giftCredits: 500 });
    expect((await approve(other.approvalId)).message).toContain('已有变化');
  });
});

describe('credits', () => {
  const adjust = (delta: number, of = own.token) =>
    call(
      'adminUser',
      'adjustCredits',
      { id: 'usr_0002', bucket: 'gift', delta, reason: '更正' },
      { token: of },
    );

  it('that are taken away wait as those that are given, and count on the same day', async () => {
    await set('users', 'usr_0002', { credits: { paid: 12_423, gift: 500 } });
    const taken = await adjust(-51);
    expect(taken.data.approvalId).not.toBe('');
    const seen = { id: taken.data.approvalId };
    expect(await ok('adminOrder', 'getApprovalById', seen)).toMatchObject({
      amount: -51,
      giftCredits: -51,
    });
    for (const _ of [1, 2]) expect(await waits(adjust(-50))).toBe(false);
    expect(await waits(adjust(21))).toBe(true);
    expect(await waits(adjust(20))).toBe(false);
  });

  it('of finished tasks are returned within the same limits', async () => {
    const done = (await rows('tasks')).filter(({ userId }) => userId === 'usr_0001');
    const back = async (at: number, gift: number) => {
      const id = String(done[at]!['_id']);
      await set('tasks', id, { status: 'failed', isRefunded: false, held: { paid: 0, gift } });
      const asked = { id, reason: '效果不好' };
      return (await call('adminTask', 'refundTaskCredits', asked, { token: own.token })).code;
    };
    expect(await back(0, 51)).toBe(40305);
    expect([await back(0, 50), await back(1, 50), await back(2, 50)]).toEqual([0, 0, 40305]);
    expect(await back(2, 20)).toBe(0);
    expect(await waits(adjust(1))).toBe(true);
  });

  it('of a task that runs again for free count as a gift', async () => {
    const failed = (await rows('tasks')).filter(
      ({ status, retriedBy, userId }) => status === 'failed' && !retriedBy && userId,
    );
    const id = String(failed[0]!['_id']);
    await set('tasks', id, { costCredits: 51 });
    const again = { id, free: true };
    expect((await call('adminTask', 'retryTask', again, { token: own.token })).code).toBe(40305);
  });

  it('given through an account that one has made are one’s own', async () => {
    const made = async (role: string, of: string) => {
      const wish = {
        username: `second${of
          .slice(-6)
          .toLowerCase()
          .replace(/[^a-z]/g, 'x')}`,
        nickName: '副号',
        role,
      };
      const { _id } = await ok('adminAdministrator', 'createAdministrator', wish, { token: of });
      const { admins, openSession } = await import('#cloudfunctions/_shared/base/session.ts');
      await set('admins', _id, { oneTimeUntil: null, raised: { time: 0, byFactor: false } });
      const { token: opened } = await openSession(await admins.require(_id), {
        ip: '',
        userAgent: '',
      });
      return { id: _id, token: opened };
    };
    const second = await made('role_0001', own.token);
    const third = await made('role_0001', second.token);
    expect(await waits(adjust(50))).toBe(false);
    expect(await waits(adjust(50, third.token))).toBe(false);
    // 20 are left of the first one's day.
    expect(await waits(adjust(21, second.token))).toBe(true);
    const asked = (await adjust(50)).data;
    expect((await approve(asked.approvalId, second.token)).message).toContain('不能审批自己');
    // Who has no limits keeps no account of others' days.
    const free = await made('role_0001', token);
    expect(await waits(adjust(50, free.token))).toBe(false);
  });
});
