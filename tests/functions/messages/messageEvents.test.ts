import { describe, expect, it } from 'vitest';
import type { StoredTask } from '#cloudfunctions/_shared/tasks/tasks.ts';
import type { StoredUser } from '#cloudfunctions/_shared/users/ledger.ts';
import { OPENID, startMessageWorld } from './messageWorld.ts';

const {
  world,
  sandbox,
  all,
  received,
  timer,
  settings,
  newOrder,
  newRefund,
  one,
  set,
  http,
  notices,
  tradeOf,
} = await startMessageWorld();

const MINUTE = 60_000;

describe('an event', () => {
  it('a payment is announced to who paid', async () => {
    const fields = {
      character_string1: 'NO.{订单号}',
      thing2: '已付 {金额}',
      amount3: '{金额}',
      time4: '{时间}',
    };
    await settings({ subscribe: { orderPaid: { fields } } });
    const order = await newOrder({
      openid: OPENID,
      userId: 'usr_0002',
      status: 'pending',
      expireTime: Date.now() + MINUTE,
    });
    await http('payNotice', notices.signed('', notices.ofTrade(tradeOf(order))));
    await timer();
    expect((await received())[0]).toMatchObject({
      page: `pages/order/index?id=${order._id}&m=orderPaid_${order._id}`,
      data: { character_string1: `NO.${order.orderNo}`, thing2: '已付 ¥49.90', amount3: '¥49.90' },
    });
  });

  it('a picture that is done is announced to who ordered it', async () => {
    const { inTransaction } = await import('#cloudfunctions/_shared/base/transaction.ts');
    const { notifyOfTask } = await import('#cloudfunctions/_shared/tasks/notifyOfTask.ts');
    const task = await one<StoredTask>('tasks', 'task_0001');
    const user = await one<StoredUser>('users', 'usr_0002');
    await inTransaction(transaction =>
      notifyOfTask(transaction, { ...task, status: 'succeeded', isTrial: false }, user),
    );
    await timer();
    expect((await received())[0]?.data).toMatchObject({ thing1: '模板1', phrase2: '制作完成' });
  });

  it('a parcel is announced when it leaves, and again when its number is corrected', async () => {
    await set('printOrders', 'prt_0007', { openid: OPENID, userId: 'usr_0002' });
    const ship = (expressNo: string) =>
      world.ok('adminPrintOrder', 'setShipping', {
        id: 'prt_0007',
        expressCompany: 'sf',
        expressNo,
      });
    await ship('SF1234567890123');
    await ship('SF1234567890124');
    await timer();
    expect((await received()).map(({ data }) => data['character_string3'])).toEqual([
      'SF1234567890123',
      'SF1234567890124',
    ]);
  });

  it('a print on hold names the reason', async () => {
    await set('printOrders', 'prt_0004', { openid: OPENID, userId: 'usr_0002' });
    const hold = { id: 'prt_0004', itemIndexes: [0], reason: '照片模糊，请更换' };
    await world.ok('adminPrintOrder', 'holdPrintOrder', hold);
    await timer();
    expect((await received())[0]?.data).toMatchObject({ thing2: '照片模糊，请更换' });
  });

  it('a disabled account learns why and until when', async () => {
    const change = { id: 'usr_0002', status: 'disabled' as const, reason: '多次上传违规照片' };
    await world.ok('adminUser', 'updateUserStatus', change);
    await timer();
    expect((await received())[0]?.data).toMatchObject({ thing1: change.reason, thing2: '长期' });
  });
});

describe('an alert', () => {
  const abnormal = async () => {
    const { refund } = await newRefund({ status: 'processing', refundId: '50000009' });
    const { settleRefund } = await import('#cloudfunctions/_shared/refunds/settle.ts');
    const { systemActor } = await import('#cloudfunctions/_shared/base/actor.ts');
    const fact = {
      refundId: '50000009',
      status: 'ABNORMAL',
      successTime: null,
      userReceivedAccount: '',
    } as const;
    await settleRefund(refund, fact, systemActor('test', 'test', 'test'));
    return refund;
  };

  const newAlert = async () => {
    await abnormal();
    await timer();
  };

  it('of an abnormal refund goes to the team chat and by e-mail, once each', async () => {
    const { _id, orderId } = await abnormal();
    await timer();
    await timer();
    const chat = (await sandbox('wecom'))['messages'] as unknown as { content: string }[];
    expect(chat).toHaveLength(1);
    expect(chat[0]?.content).toContain(`退款单号：${_id}`);
    expect(chat[0]?.content).toContain(`/admin/orders/${orderId}`);
    const mails = (await sandbox('mail'))['mails'] as unknown as { to: string[]; raw: string }[];
    expect(mails).toHaveLength(1);
    expect(mails[0]?.to).toEqual(['ops@example.com']);
    expect(mails[0]?.raw).toContain(`Message-ID: <refundAbnormal_${_id}_email@example.com>`);
    const states = (await all('refundAbnormal')).map(({ channel, status }) => [channel, status]);
    expect(states.sort()).toEqual([
      ['email', 'sent'],
      ['wecom', 'sent'],
    ]);
  });

  it('goes to the mailboxes of the settings, from the account of the settings', async () => {
    const smtp = { host: 'smtp.example.org', port: 587, from: 'robot@example.org' };
    await settings({ alerts: { emails: ['one@example.org', 'two@example.org'], smtp } });
    await abnormal();
    await timer();
    const mails = (await sandbox('mail'))['mails'] as unknown as { from: string; to: string[] }[];
    expect(mails).toMatchObject([
      { from: 'robot@example.org', to: ['one@example.org', 'two@example.org'] },
    ]);
    await settings({ alerts: { smtp: { user: 'nobody@example.org', password: 'wrong' } } });
    await newAlert();
    const refused = (await all('refundAbnormal')).filter(({ status }) => status === 'waiting');
    expect(refused).toMatchObject([
      { channel: 'email', reason: expect.stringContaining('授权码') },
    ]);
  });

  it('of a key that is refused names it', async () => {
    const { noteFailure } = await import('#cloudfunctions/_shared/tasks/keyHealth.ts');
    const { systemActor } = await import('#cloudfunctions/_shared/base/actor.ts');
    const key = await one<never>('apiKeys', 'key_0001');
    const error = { failure: 'key', code: 802 } as never;
    const by = systemActor('系统', 'test', 'test');
    await Promise.all([noteFailure(key, error, by), noteFailure(key, error, by)]);
    expect(await all('keyExhausted')).toHaveLength(2);
    expect(await one('apiKeys', 'key_0001')).toMatchObject({ status: 'invalid' });
  });
});

describe('support', () => {
  const send = (data: object) =>
    world.call('adminMessage', 'sendServiceMessage', {
      subject: 'users/usr_0002',
      text: '你的订单已加急处理',
      ...data,
    } as never);

  it('sends a ready text once, however often the button is pressed', async () => {
    const idemKey = 'key-of-one-click';
    const answers = await Promise.all([send({ idemKey }), send({ idemKey })]);
    expect(answers.map(({ code }) => code)).toEqual([0, 0]);
    await timer();
    expect((await received()).map(({ data }) => data['thing1'])).toEqual(['你的订单已加急处理']);
    const log = (await world.rows('auditLogs')).filter(({ resource }) => resource === 'message');
    expect(log).toMatchObject([{ action: 'sendServiceMessage', reason: '你的订单已加急处理' }]);
  });

  it('is answered why nothing can be sent', async () => {
    expect(await send({ subject: 'users/usr_0001' })).toMatchObject({
      code: 40902,
      message: '该用户不是微信小程序用户，无法发送订阅消息',
    });
    expect((await send({ subject: 'users/nobody' })).code).toBe(40400);
    expect((await send({ subject: 'admins/first_admin' })).code).toBe(40001);
    expect((await send({ text: '字'.repeat(21) })).code).toBe(40001);
    await settings({ subscribe: { service: { templateId: '' } } });
    expect((await send({})).code).toBe(40902);
  });
});
