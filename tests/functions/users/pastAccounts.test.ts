import { beforeEach, describe, expect, it, vi } from 'vitest';
import { DAY_MS } from '#contract/shanghai.ts';
import { isActiveTask, type TaskStatus } from '#contract/taskStates.ts';
import { appPrintActions } from '#contract/visitorPrint.ts';
import { exampleCodes } from '../../../scripts/demo/codes.ts';
import { photoInput } from '../../photoInput.ts';
import { carriedBy, type Carry } from '../../replaceSdkTransport.ts';
import { commerceOf } from '../orders/commerce.ts';
import { engineOf, visitorNo } from '../tasks/engineRun.ts';
import { fileRow } from '../world/fixtures/files.ts';
import { startWorld } from '../world/harness.ts';
import { runJob } from '../world/runJob.ts';
import { startAtNoon } from '../world/startAtNoon.ts';
import { tinyPng } from '../world/tinyPng.ts';

const world = await startWorld();
const { as, call, ok, rows, set } = world;
const { later, run, sandbox, upload } = engineOf(world);
const UPLOAD_TICKET_MS = 600_000;
const { http, notices, order, tradeOf } = commerceOf(world);

const OPENID = 'oUpF8uMuAJO_M2pxb1Q9zNjWeS6o';
const who = { caller: { TCB_UUID: '77', WX_OPENID: OPENID } };
const GIFT = 10;
const COST = 4;
const text = { ...photoInput, key: 'text', label: '文字', type: 'text', required: false };

startAtNoon();
beforeEach(async () => {
  await world.reset();
  await sandbox('runninghub', { queueMs: 0, runMs: 0 });
  await set('settings', 'general', { registerGiftCredits: GIFT, dailyFreeTasks: 1 });
  await set('templates', 'tpl_0001', { costCredits: COST, inputs: [text] });
});

type Row = Record<string, unknown>;
const credits = async () => (await ok('appUser', 'getMe', {}, who)).credits;
const leave = () => ok('appUser', 'deleteMyData', { preview: false }, who);
const make = () => call('appTask', 'createTask', { templateId: 'tpl_0001', inputs: {} }, who);
const quote = () => ok('appTask', 'quote', { templateId: 'tpl_0001' }, who);
const accountOf = async (openid = OPENID) =>
  (await rows('users')).find(user => user['openid'] === openid) as Row & { _id: string };

const codesOf = async (quantity: number) => {
  const wish = { name: '一人一次', credits: 50, quantity };
  const { _id: id } = await ok('adminActivationCode', 'createBatch', wish, as());
  const { list } = await ok('adminActivationCode', 'exportBatch', { id, reason: '测试' }, as());
  return list.map(({ code }) => code);
};
const redeem = (code: string) => call('appUser', 'redeemCode', { code }, who);

const pay = async (id: string) =>
  http('payNotice', notices.signed('', notices.ofTrade(tradeOf(await order(id)))));
const wish = () =>
  call('appOrder', 'createOrder', { packageId: 'pkg_0002', refundRules: '1' }, who);
const buy = async () => {
  const { code, data } = await wish();
  if (code === 0) await pay(data._id);
  return code;
};

describe('a user who deletes the account and comes back', () => {
  it('gets no second gift by a call that was under way meanwhile', async () => {
    let isBegun = false;
    // It has found neither account nor past one; until it begins one, another call does, and deletes it.
    const carry: Carry = async (action, body, carryOut) => {
      const answer = await carryOut();
      const isLook = action === 'database.getDocument' && body['transactionId'] !== undefined;
      if (isLook && body['collectionName'] === 'pastAccounts' && !isBegun) {
        isBegun = true;
        // The other call has waited for this one's lock as long as it may.
        for (const { _id } of await rows('turns')) await set('turns', String(_id), { until: 0 });
        await world.account(who);
        await leave();
      }
      return answer;
    };
    await carriedBy(world.emulator.database, carry, () => world.account(who));
    expect(isBegun).toBe(true);
    const given = (await rows('creditLedger')).filter(({ reason }) => reason === '新用户赠送');
    expect(given).toHaveLength(1);
    expect(await credits()).toEqual({ paid: 0, gift: 0 });
  });

  it('has used the free tasks of the day', async () => {
    expect((await make()).data).toMatchObject({ isFree: true });
    await run(9);
    await leave();
    expect(await quote()).toMatchObject({ freeLeft: 0, costCredits: COST });
    expect(await make()).toMatchObject({
      code: 40902,
      message: '积分不足，可兑换激活码，或在小程序内购买',
    });
    later(DAY_MS);
    expect((await make()).data).toMatchObject({ isFree: true });
  });

  it('has redeemed the code of a batch that allows one', async () => {
    const [first = '', second = '', third = ''] = await codesOf(3);
    expect((await redeem(first)).code).toBe(0);
    expect((await redeem(second)).code).toBe(40902);
    await leave();
    expect((await redeem(second)).code).toBe(40902);
    await leave();
    expect((await redeem(third)).code).toBe(40902);
  });

  it('has bought the package that is sold once to each', async () => {
    await set('packages', 'pkg_0002', { limitPerUser: 1 });
    expect(await buy()).toBe(0);
    expect(await buy()).toBe(40902);
    for (let round = 0; round < 2; round += 1) {
      await leave();
      expect(await buy()).toBe(40902);
    }
    await set('packages', 'pkg_0002', { limitPerUser: 2 });
    expect(await buy()).toBe(0);
    await leave();
    expect(await buy()).toBe(40902);
  });

  it('has bought it also in the moment before the account was deleted', async () => {
    await set('packages', 'pkg_0002', { limitPerUser: 1 });
    await world.account(who);
    let bought: number | null = null;
    // After the look at the orders, and before what it has found is stored.
    const carry: Carry = async (action, _body, carryOut) => {
      if (action === 'database.startTransaction' && bought === null) {
        bought = -1;
        bought = await buy();
      }
      return carryOut();
    };
    await carriedBy(world.emulator.database, carry, leave);
    expect(bought).toBe(0);
    expect(await buy()).toBe(40902);
  });

  it('owes nothing that an unfinished task still held', async () => {
    await set('settings', 'general', { dailyFreeTasks: 0 });
    const id = await world.account(who);
    const { data: task } = await make();
    expect(task).toMatchObject({ status: 'created', costCredits: COST });
    await set('users', id, { credits: { paid: 0, gift: -COST } });
    await leave();
    await world.account(who);
    expect(await credits()).toEqual({ paid: 0, gift: 0 });
  });

  it('is the same to every limit that names the user', async () => {
    await set('settings', 'system', { data: { task: { anonymousDaily: 1 } } });
    await set('templates', 'tpl_0001', { costCredits: 0 });
    const anonymous = { caller: visitorNo(1) };
    const attempt = () =>
      call('appTask', 'createTask', { templateId: 'tpl_0001', inputs: {} }, anonymous);
    expect((await attempt()).code).toBe(0);
    await run(9);
    await ok('appUser', 'deleteMyData', { preview: false }, anonymous);
    expect((await attempt()).code).toBe(42901);
  });

  it('holds for as many days as the settings say, and is removed then', async () => {
    await set('settings', 'system', { data: { retention: { pastAccountDays: 3 } } });
    await world.account(who);
    await leave();
    later(3 * DAY_MS - 1_000);
    expect(await credits()).toEqual({ paid: 0, gift: 0 });
    await runJob('purgeExpired');
    expect(await rows('pastAccounts')).toHaveLength(1);
    later(2_000);
    expect(await credits()).toEqual({ paid: 0, gift: GIFT });
    await runJob('purgeExpired');
    expect(await rows('pastAccounts')).toEqual([]);
    await world.account(who);
    expect(await credits()).toEqual({ paid: 0, gift: GIFT });
  });

  it('is known though the encryption key was rotated', async () => {
    await world.account(who);
    await leave();
    vi.stubEnv('APP_KEK_2', Buffer.alloc(32, 'another key').toString('base64'));
    vi.stubEnv('APP_KEK_CURRENT', '2');
    try {
      await world.account(who);
      expect(await credits()).toEqual({ paid: 0, gift: 0 });
    } finally {
      vi.unstubAllEnvs();
    }
  });

  it('is kept by an administrator’s deletion as well', async () => {
    const id = await world.account(who);
    const data = { id, status: 'deleted', reason: '用户来电要求' };
    await ok('adminUser', 'updateUserStatus', data, as());
    await world.account(who);
    expect(await credits()).toEqual({ paid: 0, gift: 0 });
  });
});

describe('what is kept of a deleted account', () => {
  it('is what limits need, under a hash that nobody has without the key', async () => {
    const [code = ''] = await codesOf(1);
    await redeem(code);
    await make();
    await leave();
    const [kept] = await rows('pastAccounts');
    expect(Object.keys(kept!).sort()).toEqual(
      ['_id', 'rev', 'createTime', 'updateTime']
        .concat(['bought', 'expireTime', 'freeTasks', 'isOpening', 'owed', 'redeemed'])
        .sort(),
    );
    expect(kept!['_id']).toMatch(/^[0-9a-f]{40}$/);
    const { hashOf } = await import('#cloudfunctions/_shared/base/ids.ts');
    expect(kept!['_id']).not.toBe(hashOf(['past account', OPENID], 40));
    expect(JSON.stringify(kept)).not.toContain(OPENID);
    const { openid: _openid, ...left } = (await rows('users')).find(
      ({ status }) => status === 'deleted',
    )!;
    expect(JSON.stringify(left)).not.toContain(OPENID);
  });
});

describe('a deletion', () => {
  const unfinished = async (of = OPENID) =>
    (await rows('tasks')).filter(
      ({ openid, status }) => openid === of && isActiveTask(status as TaskStatus),
    );
  const byAdmin = async () => {
    const { _id: id } = await accountOf();
    const data = { id, status: 'deleted', reason: '用户来电要求' };
    return call('adminUser', 'updateUserStatus', data, as());
  };
  const byHimself = () => call('appUser', 'deleteMyData', { preview: false }, who);

  it.each([
    ['the visitor', byHimself],
    ['an administrator', byAdmin],
  ])('by %s that is cut off is completed by the worker', async (_who, remove) => {
    const photo = await upload(who.caller, tinyPng);
    expect((await make()).code).toBe(0);
    const { _id: userId } = await accountOf();
    await world.inject({ action: 'database.commitTransaction', code: 'SYS_ERR', when: 'after' });
    expect((await remove()).code).toBe(50001);
    // The account is gone, and nothing else.
    expect(await accountOf()).toBeUndefined();
    expect(await unfinished()).toHaveLength(1);
    expect((await byHimself()).data).toMatchObject({ isErased: true });
    await runJob('closings');
    expect(await unfinished()).toEqual([]);
    const kept = (await rows('files')).filter(file => file['userId'] === userId);
    expect(kept).toEqual([]);
    expect(world.storedFiles()).not.toContain(photo.split('/').at(-1));
    // Once more, when every call that had begun before is over; then never again.
    later(UPLOAD_TICKET_MS + 2 * 60_000);
    await runJob('closings');
    const row = (await rows('users')).find(({ _id }) => _id === userId);
    expect(row).toMatchObject({ status: 'deleted', closingTime: null });
  });

  it('erases what an upload stores that had begun before', async () => {
    await world.account(who);
    const { _id: userId } = await accountOf();
    await leave();
    const filePath = `user_upload/${userId}/202611/late.png`;
    await world.insert('files', [fileRow(filePath, { userId, scene: 'user_upload' })]);
    later(UPLOAD_TICKET_MS + 2 * 60_000);
    await runJob('closings');
    expect((await rows('files')).filter(file => file['userId'] === userId)).toEqual([]);
  });

  const asked: [string, (me: typeof who) => Promise<{ code: number }>][] = [
    [
      'order',
      me => call('appOrder', 'createOrder', { packageId: 'pkg_0002', refundRules: '1' }, me),
    ],
    [
      'print order',
      async me => {
        const { _id: userId } = await accountOf(me.caller.WX_OPENID);
        const filePath = `user_upload/demo/${userId}.jpg`;
        await world.insert('files', [fileRow(filePath, { userId, scene: 'user_upload' })]);
        const { example } = appPrintActions.createPrintOrder;
        const items = [{ ...example.items[0], filePath }];
        return call('appPrint', 'createPrintOrder', { ...example, items }, me);
      },
    ],
    ['picture', me => call('appTask', 'createTask', { templateId: 'tpl_0001', inputs: {} }, me)],
    ['redemption', me => call('appUser', 'redeemCode', { code: exampleCodes[0]! }, me)],
  ];

  it('is refused where an order is placed in the moment before it', async () => {
    await world.account(who);
    let placed: number | null = null;
    const carry: Carry = async (action, _body, carryOut) => {
      if (action === 'database.startTransaction' && placed === null) {
        placed = -1;
        placed = (await wish()).code;
      }
      return carryOut();
    };
    const { code } = await carriedBy(world.emulator.database, carry, byHimself);
    expect([placed, code]).toEqual([0, 40902]);
    expect(await accountOf()).toMatchObject({ status: 'normal' });
  });

  it.each(asked)('and a %s that is stored just after it: it is refused', async (_what, ask) => {
    await world.account(who);
    const { _id: userId } = await accountOf();
    let isDeleted = false;
    const carry: Carry = async (action, _body, carryOut) => {
      if (action === 'database.startTransaction' && !isDeleted) {
        isDeleted = true;
        await leave();
      }
      return carryOut();
    };
    const { code } = await carriedBy(world.emulator.database, carry, () => ask(who));
    expect([isDeleted, code]).toEqual([true, 40902]);
    for (const name of ['orders', 'printOrders', 'tasks'] as const)
      expect((await rows(name)).filter(row => row['userId'] === userId)).toEqual([]);
    expect((await rows('activationCodes')).filter(row => row['status'] === 'used')).toEqual([]);
  });

  it('and a payment that arrives afterwards: administrators are alerted', async () => {
    const { data } = await wish();
    await ok('appOrder', 'cancelOrder', { id: data._id }, who);
    await leave();
    await pay(data._id);
    expect(await order(data._id)).toMatchObject({
      status: 'paid',
      latePay: true,
      fulfil: { status: 'failed', error: '下单用户已不存在，无法发放' },
    });
    const alerts = (await rows('messages')).filter(({ event }) => event === 'fulfilFailed');
    expect(alerts.length).toBeGreaterThan(0);
  });
});

describe('a ban that is cut off', () => {
  it('ends the tasks when the worker comes, and none of one that was lifted meanwhile', async () => {
    const id = await world.account(who);
    await make();
    const status = (to: string) =>
      call('adminUser', 'updateUserStatus', { id, status: to, reason: '违规' }, as());
    await world.inject({ action: 'database.commitTransaction', code: 'SYS_ERR', when: 'after' });
    expect((await status('disabled')).code).toBe(50001);
    const states = async () =>
      (await rows('tasks')).filter(({ openid }) => openid === OPENID).map(task => task['status']);
    expect(await states()).toEqual(['created']);
    await runJob('closings');
    expect(await states()).toEqual(['cancelled']);
    await status('normal');
    later(DAY_MS);
    await make();
    await set('users', id, { closingTime: Date.now() });
    await runJob('closings');
    expect(await states()).toContain('created');
  });
});
