import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { userSentences } from '#contract/sentences/users.ts';
import { photoInput } from '../../photoInput.ts';
import { type Carry, carriedBy } from '../../replaceSdkTransport.ts';
import { startWorld } from '../world/harness.ts';

const world = await startWorld({ GIFTS_PER_ADDRESS: 1, KNOWN_PER_ADDRESS: 1 });
const { as, call, ok, rows, set } = world;
const { environment } = await import('#cloudfunctions/_shared/base/environment.ts');
const NOW = Date.now();
const GIFT = 9;
const DAY = 86_400_000;
beforeEach(async () => {
  await world.reset();
  await set('settings', 'general', { registerGiftCredits: GIFT });
  await set('settings', 'system', { data: { retention: { pastAccountDays: 30 } } });
  vi.setSystemTime(NOW);
});
const accountsBefore = environment.ACCOUNTS_PER_ADDRESS;
afterEach(async () => {
  await world.forgetInjections();
  vi.useRealTimers();
});

type Row = Record<string, unknown>;
const OPENID = 'oUpF8uMuAJO_M2pxb1Q9zNjWeS6o';
const inWechat = { caller: { TCB_UUID: '77', WX_OPENID: OPENID } };
const anonymous = { caller: { TCB_UUID: '78', TCB_ISANONYMOUS_USER: 'true' } };
const agree = (who: object = inWechat) => call('appUser', 'agree', { version: '1' }, who);
const leave = () => ok('appUser', 'deleteMyData', { preview: false }, inWechat);
const accounts = async (openid = OPENID) =>
  (await rows('users')).filter(user => user['openid'] === openid) as (Row & { _id: string })[];
const account = async (openid = OPENID) => (await accounts(openid))[0]!;
const linesOf = async (userId: string) =>
  (await rows('creditLedger')).filter(line => line['userId'] === userId);
const logsOf = async (userId: string) =>
  (await rows('userLogs')).filter(
    line => line['userId'] === userId && line['title'] !== userSentences.agreedTerms,
  );
const counted = async () => (await rows('counters')).flatMap(({ figures }) => figures ?? []);
/** What is counted of a network, public calls left out. */
const attemptsLeft = async () =>
  (await rows('rateLimits'))
    .filter(({ expireTime }) => Number(expireTime) === NOW + DAY)
    .map(({ count }) => count);

const blank = {
  nickName: '',
  avatarUrl: '',
  phoneTail: '',
  guardian: '',
  status: 'normal',
  statusReason: '',
  disabledUntil: null,
  tags: [],
  packageId: '',
  packageName: '',
  packageExpireTime: null,
  refundingCredits: 0,
  stats: { taskCount: 0, failCount: 0, orderCount: 0, paidFen: 0, refundFen: 0, printCount: 0 },
  lastActiveTime: NOW,
  lastPayTime: null,
  invitedBy: '',
  invitation: null,
  createTime: NOW,
  updateTime: NOW,
};
const agreement = { version: '1', time: NOW, ip: world.home };
const id: unknown = expect.stringMatching(/^.+$/);
const rev: unknown = expect.any(Number);
const stored = { rev: 1, createTime: NOW, updateTime: NOW };

describe('a first visit', () => {
  it('begins an account with the gift, which has a line and is counted', async () => {
    await agree();
    const user = await account();
    expect(user).toEqual({
      ...blank,
      _id: id,
      rev,
      openid: OPENID,
      isAnonymous: false,
      channel: 'mini_program',
      credits: { paid: 0, gift: GIFT },
      paidValueFen: 0,
      grams: expect.arrayContaining(['6', '6o', 'o']) as unknown,
      agreement,
    });
    expect(await linesOf(user._id)).toEqual([
      {
        ...stored,
        _id: `${user._id}_gift`,
        kind: 'gift',
        bucket: 'gift',
        delta: GIFT,
        balanceAfter: GIFT,
        refType: 'register',
        refId: '',
        reason: '新用户赠送',
        userNote: '新用户赠送',
        operator: '',
        userId: user._id,
        openid: OPENID,
      },
    ]);
    expect(await logsOf(user._id)).toEqual([]);
    expect(await counted()).toEqual([{ newUsers: 1 }]);
    expect(await attemptsLeft()).toEqual([1, 1]);
  });

  it('on the web is marked as such, and is found by the end of its id', async () => {
    const caller = { TCB_UUID: 'abcdefghijkl', TCB_ISANONYMOUS_USER: 'true' };
    await agree({ caller });
    const user = await account('anon:abcdefghijkl');
    expect(user).toMatchObject({ isAnonymous: true, channel: 'web' });
    expect(user['grams']).toContain('ef');
    expect(user['grams']).not.toContain('de');
  });

  it('is shown before as it will be, and nothing is counted by showing it', async () => {
    const seen = await ok('appUser', 'getMe', {}, inWechat);
    expect(await attemptsLeft()).toEqual([]);
    expect(await accounts()).toEqual([]);
    await agree();
    const { _id, ...begun } = await ok('appUser', 'getMe', {}, inWechat);
    expect(_id).not.toBe('');
    expect(seen).toEqual({ ...begun, _id: '', agreedVersion: '' });
  });

  it('without a gift takes none of those of its network', async () => {
    await set('settings', 'general', { registerGiftCredits: 0 });
    await agree();
    const user = await account();
    expect(user['credits']).toEqual({ paid: 0, gift: 0 });
    expect(await linesOf(user._id)).toEqual([]);
    expect(await attemptsLeft()).toEqual([1]);
  });

  it('has no gift where the network has had all of the day, and one again a day later', async () => {
    await agree();
    const other = { caller: { TCB_UUID: '5', WX_OPENID: 'o'.padEnd(28, 'v') } };
    const giftOf = async (who: object) => (await ok('appUser', 'getMe', {}, who)).credits;
    expect(await giftOf(other)).toEqual({ paid: 0, gift: 0 });
    expect((await agree(other)).code).toBe(0);
    expect(await giftOf(other)).toEqual({ paid: 0, gift: 0 });
    expect(await linesOf((await account('o'.padEnd(28, 'v')))._id)).toEqual([]);
    // Anonymous visitors have their own.
    expect(await giftOf(anonymous)).toEqual({ paid: 0, gift: GIFT });
    vi.setSystemTime(NOW + DAY);
    const next = { caller: { TCB_UUID: '6', WX_OPENID: 'o'.padEnd(28, 'u') } };
    expect(await giftOf(next)).toEqual({ paid: 0, gift: GIFT });
    await agree(next);
    expect(await giftOf(next)).toEqual({ paid: 0, gift: GIFT });
  });
});

describe('a first visit that fails', () => {
  it('begins nothing where the gift cannot be counted, and leaves nothing counted', async () => {
    const carry: Carry = (_action, body, carryOut) =>
      body['transactionId'] && body['collectionName'] === 'rateLimits'
        ? Promise.reject(new Error('not stored'))
        : carryOut();
    const { code } = await carriedBy(world.emulator.database, carry, () => agree());
    expect(code).toBe(50001);
    expect(await accounts()).toEqual([]);
    expect(await attemptsLeft()).toEqual([0]);
  });

  it('because too many began in its network reads so, and one that is there goes on', async () => {
    environment.ACCOUNTS_PER_ADDRESS = 1;
    try {
      expect((await agree()).code).toBe(0);
      const other = { caller: { TCB_UUID: '5', WX_OPENID: 'o'.padEnd(28, 'v') } };
      const message = '操作过于频繁，请稍后再试';
      expect(await agree(other)).toMatchObject({ code: 42901, message });
      expect(await accounts('o'.padEnd(28, 'v'))).toEqual([]);
      expect((await agree()).code).toBe(0);
    } finally {
      environment.ACCOUNTS_PER_ADDRESS = accountsBefore;
    }
  });

  it('gives account and gift of the network back', async () => {
    await world.inject({ action: 'database.commitTransaction', code: 'SYS_ERR', times: 5 });
    expect((await agree()).code).toBe(50001);
    expect(await accounts()).toEqual([]);
    expect(await attemptsLeft()).toEqual([0]);
    expect(await counted()).toEqual([]);
    await world.forgetInjections();
    expect((await agree()).code).toBe(0);
    expect((await account())['credits']).toEqual({ paid: 0, gift: GIFT });
    expect(await attemptsLeft()).toEqual([1, 1]);
  });

  it('because another was quicker goes on with that one', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => agree()));
    expect(answers.map(({ code }) => code)).toEqual([0, 0, 0, 0, 0, 0]);
    expect(await accounts()).toHaveLength(1);
    expect((await attemptsLeft())[0]).toBe(1);
    expect(await counted()).toEqual([{ newUsers: 1 }]);
  });
});

describe('a user who comes back', () => {
  const freeTasks = { day: '20261120', used: 2 };
  const past = {
    credits: { paid: -50, gift: -7 },
    freeTasks,
    redeemed: { bat_0001: 1 },
    boughtBefore: { pkg_0002: 3 },
  };
  const comesBack = async () => {
    await agree();
    const { _id } = await account();
    await set('users', _id, past);
    await leave();
    await agree();
    return account();
  };
  const owed = (bucket: string, delta: number) => ({
    ...stored,
    kind: 'refund_order',
    bucket,
    delta,
    balanceAfter: delta,
    refType: 'register',
    refId: '',
    reason: '注销前未结清的积分',
    userNote: '注销前未结清的积分',
    operator: '',
    openid: OPENID,
  });

  it('has the limits and debts of before, and support reads it', async () => {
    const user = await comesBack();
    expect(user).toEqual({
      ...blank,
      ...past,
      _id: id,
      rev,
      openid: OPENID,
      isAnonymous: false,
      channel: 'mini_program',
      paidValueFen: 0,
      grams: expect.any(Array) as unknown,
      agreement,
    });
    const of = { userId: user._id };
    expect(await linesOf(user._id)).toEqual([
      { ...owed('paid', -50), ...of, _id: `${user._id}_owed_paid`, valueFen: 0 },
      { ...owed('gift', -7), ...of, _id: `${user._id}_owed_gift` },
    ]);
    expect(await logsOf(user._id)).toEqual([
      {
        ...stored,
        _id: id,
        type: 'status',
        title: '注销后再次使用，沿用原有的次数限制',
        detail: '',
        refType: '',
        refId: '',
        operator: '',
        ip: '',
        openid: OPENID,
        ...of,
      },
    ]);
    // Of accounts one was counted for each, of gifts only the first.
    expect((await attemptsLeft()).sort()).toEqual([1, 2]);
  });

  it('is shown before what they will have', async () => {
    await agree();
    await set('users', (await account())._id, past);
    await leave();
    const seen = await ok('appUser', 'getMe', {}, inWechat);
    expect(seen.credits).toEqual(past.credits);
    await agree();
    const { _id, ...begun } = await ok('appUser', 'getMe', {}, inWechat);
    expect(seen).toEqual({ ...begun, _id: '', agreedVersion: '' });
  });

  it('without free tasks has none kept, and without debts no line', async () => {
    await agree();
    await leave();
    await agree();
    const user = await account();
    expect(user).not.toHaveProperty('freeTasks');
    expect(user).toMatchObject({ redeemed: {}, boughtBefore: {}, credits: { paid: 0, gift: 0 } });
    expect(await linesOf(user._id)).toEqual([]);
  });

  it('is known until the last moment, and a stranger from then on', async () => {
    await agree();
    await leave();
    const [{ expireTime } = {}] = await rows('pastAccounts');
    expect(expireTime).toBe(NOW + 30 * DAY);
    vi.setSystemTime(NOW + 30 * DAY - 1);
    expect((await ok('appUser', 'getMe', {}, inWechat)).credits.gift).toBe(0);
    vi.setSystemTime(NOW + 30 * DAY);
    expect((await ok('appUser', 'getMe', {}, inWechat)).credits.gift).toBe(GIFT);
    await agree();
    expect((await account())['credits']).toEqual({ paid: 0, gift: GIFT });
    expect(await logsOf((await account())._id)).toEqual([]);
  });

  it('twice is kept once, as of the last time', async () => {
    const user = await comesBack();
    await set('users', user._id, { credits: { paid: -1, gift: 4 }, redeemed: { bat_0001: 2 } });
    vi.setSystemTime(NOW + 1_000);
    await leave();
    expect(await rows('pastAccounts')).toMatchObject([
      {
        rev: 4,
        owed: { paid: 1, gift: 0 },
        redeemed: { bat_0001: 2 },
        bought: { pkg_0002: 3 },
        freeTasks,
        expireTime: NOW + 1_000 + 30 * DAY,
      },
    ]);
  });
});

describe('a user who is not let in', () => {
  it.each([
    ['disabled', '账号已停用，请联系客服'],
    ['deleted', '账号已注销，请刷新页面'],
  ])('because of being %s reads why', async (status, message) => {
    await agree();
    await set('users', (await account())._id, { status });
    expect(await call('appUser', 'getMe', {}, inWechat)).toMatchObject({ code: 40902, message });
    expect(await agree()).toMatchObject({ code: 40902, message });
  });

  it('because nobody vouches for them is asked to reload', async () => {
    const nobody = { caller: {} };
    const message = '请刷新页面后重试';
    expect(await call('appUser', 'getMe', {}, nobody)).toMatchObject({ code: 40902, message });
  });
});

describe('what paid credits were bought for', () => {
  const USER = 'usr_0002';
  const adjust = async (fields: object, delta: number, bucket = 'paid') => {
    await set('users', USER, fields);
    const data = { id: USER, bucket, delta, reason: '测试' };
    await ok('adminUser', 'adjustCredits', data as never, as());
    const line = (await rows('creditLedger')).filter(({ kind }) => kind === 'admin').at(-1)!;
    const user = (await rows('users')).find(({ _id }) => _id === USER)!;
    return { line, paidValueFen: user['paidValueFen'], credits: user['credits'] };
  };
  const paid = (number: number, paidValueFen?: number) => ({
    credits: { paid: number, gift: 5 },
    ...(paidValueFen !== undefined && { paidValueFen }),
  });

  it.each([
    // Half of a fen is one.
    [200, 101, 100, 51],
    [300, 100, 100, 33],
    [3, 10, 3, 10],
    [1, 10, 1, 10],
    [3, 10, 2, 7],
    [5, 0, 5, 0],
    [5, -10, 5, 0],
  ])('of %i credits for %i fen, %i are worth %i', async (has, fen, taken, worth) => {
    const { line, paidValueFen, credits } = await adjust(paid(has, fen), -taken);
    expect(line).toMatchObject({ delta: -taken, balanceAfter: has - taken });
    expect(Math.abs(Number(line['valueFen']))).toBe(worth);
    expect(paidValueFen).toBe(fen - worth);
    expect(credits).toEqual({ paid: has - taken, gift: 5 });
  });

  it('is nothing of credits that are given, and is missing for those of a gift', async () => {
    const { line, paidValueFen } = await adjust(paid(10, 100), 5);
    expect(line).toMatchObject({ delta: 5, balanceAfter: 15, valueFen: 0 });
    expect(paidValueFen).toBe(100);
    const gift = await adjust({}, -2, 'gift');
    expect(gift.line).not.toHaveProperty('valueFen');
    expect(gift).toMatchObject({ paidValueFen: 100, credits: { paid: 15, gift: 3 } });
  });

  it('is nothing where it was never reported', async () => {
    const { line, paidValueFen } = await adjust(paid(10), -4);
    expect(Math.abs(Number(line['valueFen']))).toBe(0);
    expect(paidValueFen).toBe(0);
  });
});

describe('a template for members', () => {
  const made = async (membership: object) => {
    const caller = { TCB_UUID: '2', WX_OPENID: `o${'2'.padStart(27, 'x')}` };
    const inputs = [{ ...photoInput, key: 'text', label: '文字', type: 'text', required: false }];
    await set('templates', 'tpl_0001', { vipOnly: true, inputs, costCredits: 0 });
    await set('users', 'usr_0002', membership);
    const wish = { templateId: 'tpl_0001', inputs: {} };
    return (await call('appTask', 'createTask', wish, { caller })).message;
  };
  const membership = { packageId: 'pkg_0005', packageName: '月度会员' };

  it('is for those whose membership runs, and for those whose membership has no end', async () => {
    const refused = '该模板仅限会员使用';
    expect(await made({ ...membership, packageExpireTime: NOW })).toBe(refused);
    expect(await made({ packageId: '', packageExpireTime: null })).toBe(refused);
    expect(await made({ packageId: '', packageExpireTime: NOW + DAY })).toBe(refused);
    expect(await made({ ...membership, packageExpireTime: NOW + 1 })).toBe('ok');
    await world.reset();
    expect(await made({ ...membership, packageExpireTime: null })).toBe('ok');
  });
});

describe('a membership that an administrator changes', () => {
  it('is added to that of another package, unless its end is named', async () => {
    const membership = { packageId: 'pkg_0005', packageName: '月度会员' };
    await set('users', 'usr_0002', { ...membership, packageExpireTime: NOW + 5 * DAY });
    await set('packages', 'pkg_0006', { type: 'membership', days: 30, name: '体验会员' });
    const give = (more: object) => {
      const data = { id: 'usr_0002', packageId: 'pkg_0006', reason: '补偿', ...more };
      return ok('adminUser', 'updateUserPackage', data, as());
    };
    const given = { packageId: 'pkg_0006', packageName: '体验会员' };
    expect(await give({})).toMatchObject({ ...given, packageExpireTime: NOW + 35 * DAY });
    const named = { packageExpireTime: NOW + 7 * DAY };
    expect(await give(named)).toMatchObject({ ...given, ...named });
  });

  it('has no end where it is taken away, whatever was chosen as one, which a purchase would add to', async () => {
    const membership = { packageId: 'pkg_0005', packageName: '月度会员' };
    await set('users', 'usr_0002', { ...membership, packageExpireTime: NOW + DAY });
    const data = {
      id: 'usr_0002',
      packageId: '',
      packageExpireTime: NOW + 5 * DAY,
      reason: '用户申请取消会员',
    };
    const none = { packageId: '', packageName: '', packageExpireTime: null };
    expect(await ok('adminUser', 'updateUserPackage', data, as())).toMatchObject(none);
    expect((await rows('users')).find(({ _id }) => _id === 'usr_0002')).toMatchObject(none);
  });
});
