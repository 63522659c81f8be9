import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { StoredMessage } from '#cloudfunctions/_shared/messages/messages.ts';
import type { StoredTask } from '#cloudfunctions/_shared/tasks/tasks.ts';
import type { StoredUser } from '#cloudfunctions/_shared/users/ledger.ts';
import { endOfQuiet } from '#contract/quietHours.ts';
import { startOf } from '#contract/shanghai.ts';
import { commerceOf } from './commerce.ts';
import { startWorld } from './harness.ts';

const world = await startWorld({ WECHAT_TIMEOUT_MS: 800, MAIL_TIMEOUT_MS: 800 });
let token = '';
beforeEach(async () => {
  vi.useRealTimers();
  ({ token } = await world.reset());
});
const { as, newOrder, newRefund, process, finish, one, set, http, notices, tradeOf } = commerceOf(
  world,
  () => token,
);
const { messages } = await import('#cloudfunctions/_shared/messages/messages.ts');

const MINUTE = 60_000;
const OPENID = `o${'2'.padStart(27, 'x')}`;

const sandbox = async (name: string, settings?: object) => {
  const answer = await fetch(`${world.emulator.url}/__sandbox/${name}`, {
    ...(settings && { method: 'PUT', body: JSON.stringify(settings) }),
  });
  return (await answer.json()) as Record<string, never>;
};
interface Sent {
  touser: string;
  page: string;
  data: Record<string, string>;
  miniprogram_state: string;
}
const received = async () => (await sandbox('wechat'))['messages'] as unknown as Sent[];
const subscriptions = (left: number | null) =>
  sandbox('wechat', { openid: OPENID, subscriptions: left });
const disturb = (settings: object) =>
  sandbox('wechat', { path: '/cgi-bin/message/subscribe/send', ...settings });

const timer = async (name: 'send' | 'purge' = 'send') => {
  const { main } = await import('#cloudfunctions/messageTimers/index.ts');
  const answer = await main({ Type: 'Timer', TriggerName: name });
  if (!answer.ok) throw new Error(`the timer has failed: ${world.errors.at(-1)}`);
};
const later = (ms: number) => vi.setSystemTime(Date.now() + ms);

const all = async (event?: string) =>
  ((await world.rows('messages')) as unknown as StoredMessage[]).filter(
    message => !message._id.startsWith('msg_') && (!event || message.event === event),
  );
const only = async (event: string): Promise<StoredMessage> => {
  const [message, ...more] = await all(event);
  if (!message || more.length > 0) throw new Error(`${more.length + 1} messages of ${event}`);
  return message;
};
const settings = (data: object) =>
  world.ok('adminSettings', 'updateSettings', { type: 'notification', data }, as());

/** A refund of a user of the mini-program that has arrived; nothing has been sent yet. */
const refunded = async () => {
  const order = await newOrder({ openid: OPENID, userId: 'usr_0002' });
  const { data } = await process(order._id, { reason: '重复购买' });

  const { _id } = data as { _id: string };
  finish(_id);
  await world.ok('adminOrder', 'syncRefund', { id: _id }, as());
  return { order, refundId: _id };
};

describe('a message to a user', () => {
  it('is written with the refund it tells of, and sent once with the fields of its template', async () => {
    const { order, refundId } = await refunded();
    expect(await only('refundDone')).toMatchObject({
      _id: `refundDone_${refundId}`,
      status: 'waiting',
      subjects: [`orders/${order._id}`, `refunds/${refundId}`, 'users/usr_0002'],
    });
    await Promise.all([timer(), timer()]);
    await timer();
    const [sent, ...more] = await received();
    expect(more).toEqual([]);
    expect(sent).toMatchObject({
      touser: OPENID,
      page: `pages/order/index?id=${order._id}&m=refundDone_${refundId}`,
      miniprogram_state: 'developer',
      data: { character_string1: order.orderNo, amount2: '¥1.00', thing3: '重复购买' },
    });
    expect(await only('refundDone')).toMatchObject({ status: 'sent', attempts: 1, unanswered: 0 });
    const filter = { subjects: `orders/${order._id}` };
    const { list } = await world.ok('adminMessage', 'getMessages', { filter }, as());
    expect(list).toMatchObject([{ status: 'sent', content: expect.stringContaining('¥1.00') }]);
    expect(JSON.stringify(list)).not.toContain(OPENID);
  });

  it('is not written when what it tells of is rolled back', async () => {
    const order = await newOrder({ openid: OPENID, userId: 'usr_0002' });
    const { data } = await process(order._id, {});
    const { _id } = data as { _id: string };
    finish(_id);
    await world.inject({ action: 'database.commitTransaction', code: 'CONN_ERROR', times: 4 });
    await world.call('adminOrder', 'syncRefund', { id: _id }, as());
    await world.forgetInjections();
    expect(await all()).toEqual([]);
  });

  it('goes to nobody who is not in the mini-program', async () => {
    const order = await newOrder({ openid: 'anon:abc' });
    const { data } = await process(order._id, {});
    finish((data as { _id: string })._id);
    await world.ok('adminOrder', 'syncRefund', { id: (data as { _id: string })._id }, as());
    expect(await all()).toEqual([]);
  });

  it('says that the user has not subscribed, and goes out when it is sent again', async () => {
    await subscriptions(0);
    await refunded();
    await timer();
    const { _id, rev } = await only('refundDone');
    expect(await only('refundDone')).toMatchObject({
      status: 'unsubscribed',
      reason: '用户没有订阅这类消息，或已用完订阅次数',
    });
    expect(await received()).toEqual([]);
    await subscriptions(1);
    await world.ok('adminMessage', 'resendMessage', { id: _id, rev }, as());
    expect((await world.call('adminMessage', 'resendMessage', { id: _id }, as())).code).toBe(40902);
    await timer();
    expect(await only('refundDone')).toMatchObject({ status: 'sent', operator: '测试管理员' });
    expect((await world.call('adminMessage', 'resendMessage', { id: _id }, as())).code).toBe(40902);
    expect(await received()).toHaveLength(1);
  });

  it('is tried again later and later while WeChat is busy, then given up with the reason', async () => {
    await refunded();
    await disturb({ mode: 'refuse', code: -1 });
    const waits: number[] = [];
    for (let tries = 1; tries < 6; tries += 1) {
      await timer();
      const { nextTime, attempts } = await only('refundDone');
      expect(attempts).toBe(tries);
      waits.push(Math.round((nextTime - Date.now()) / MINUTE));
      later(nextTime - Date.now());
    }
    expect(waits).toEqual([1, 5, 30, 120, 360]);
    await timer();
    expect(await only('refundDone')).toMatchObject({
      status: 'failed',
      reason: '微信拒绝了消息（-1）',
    });
    expect(await received()).toEqual([]);
  });

  it.each([
    [40003, '微信不认识这个用户'],
    [40037, '模板 ID 不正确，或模板已删除'],
    [43107, '小程序的订阅消息功能已被封禁'],
    [47003, '字段与模板不符，或内容不符合微信的要求'],
  ])('is not tried again after refusal %i', async (code, reason) => {
    await refunded();
    await disturb({ mode: 'refuse', code });
    await timer();
    expect(await only('refundDone')).toMatchObject({ status: 'failed', reason, attempts: 1 });
  });

  it('waits for the next day when the quota is used up', async () => {
    await refunded();
    await disturb({ mode: 'refuse', code: 45009, times: 1 });
    vi.setSystemTime(startOf('20300101') + 10 * 3_600_000);
    await set('messages', (await only('refundDone'))._id, { nextTime: Date.now() });
    await timer();
    expect(await only('refundDone')).toMatchObject({
      status: 'waiting',
      nextTime: startOf('20300102') + 5 * MINUTE,
    });
  });

  it('is sent with a new token when the old one has been replaced', async () => {
    await refunded();
    await timer();
    await sandbox('wechat', { replaceToken: true });
    await refunded();
    await timer();
    expect(await received()).toHaveLength(2);
    const calls = (await sandbox('wechat'))['calls'] as unknown as { path: string }[];
    expect(calls.slice(-3).map(({ path }) => path)).toEqual([
      '/cgi-bin/message/subscribe/send',
      '/cgi-bin/stable_token',
      '/cgi-bin/message/subscribe/send',
    ]);
  });

  it('of which the answer was lost is sent once more with the same id, and shown once', async () => {
    await refunded();
    await disturb({ mode: 'lose', times: 1 });
    await timer();
    expect(await only('refundDone')).toMatchObject({ status: 'waiting', isUnsure: true });
    later(2 * MINUTE);
    await timer();
    const [first, second, ...more] = await received();
    expect(more).toEqual([]);
    expect(first?.page).toBe(second?.page);
    expect(await only('refundDone')).toMatchObject({ status: 'sent' });
    later(10 * MINUTE);
    await timer();
    expect(await received()).toHaveLength(2);
  });

  it('of which the answer was lost counts as told when its subscription is used up', async () => {
    await subscriptions(1);
    await refunded();
    await disturb({ mode: 'lose', times: 1 });
    await timer();
    later(2 * MINUTE);
    await timer();
    expect(await received()).toHaveLength(1);
    expect(await only('refundDone')).toMatchObject({ status: 'sent', isUnsure: true });
  });

  it('is never sent a third time when its sender dies again and again after sending', async () => {
    await refunded();
    // Noting what became of it fails, as it does for a process that was killed.
    const claim = messages.compareAndSet;
    let writes = 0;
    const killed = vi.spyOn(messages, 'compareAndSet').mockImplementation((...given) => {
      writes += 1;
      return writes % 2 === 1 ? claim(...given) : Promise.reject(new Error('killed'));
    });
    for (let deaths = 0; deaths < 4; deaths += 1) {
      await timer();
      later(3 * MINUTE);
    }
    killed.mockRestore();
    await timer();
    expect(new Set((await received()).map(({ page }) => page)).size).toBe(1);
    expect(await received()).toHaveLength(2);
    expect(await only('refundDone')).toMatchObject({ status: 'failed', isUnsure: true });
  });

  it('is put off to the end of the quiet hours; an alert is not', async () => {
    await settings({ quietHours: { on: true, from: '22:00', to: '08:00' } });
    await refunded();
    vi.setSystemTime(startOf('20300101') + 23 * 3_600_000);
    await timer();
    expect(await received()).toEqual([]);
    expect(await only('refundDone')).toMatchObject({
      nextTime: startOf('20300102') + 8 * 3_600_000,
      attempts: 0,
    });
    vi.setSystemTime(startOf('20300102') + 8 * 3_600_000);
    await timer();
    expect(await received()).toHaveLength(1);
  });

  it('is skipped without the AppSecret', async () => {
    await settings({ miniProgram: { appSecret: { clear: true } } });
    await refunded();
    await timer();
    expect(await only('refundDone')).toMatchObject({
      status: 'skipped',
      reason: '没有填写小程序的 AppID 或 AppSecret',
    });
  });

  it('is skipped while its template is not filled in, and says so', async () => {
    await settings({ subscribe: { refundDone: { templateId: '' } } });
    await refunded();
    await timer();
    expect(await only('refundDone')).toMatchObject({
      status: 'skipped',
      reason: '通知设置中没有填写这类消息的模板 ID',
    });
  });

  it('names the field that WeChat would refuse, and does not ask it', async () => {
    await settings({ subscribe: { refundDone: { fields: { phrase1: '{退款金额}' } } } });
    await refunded();
    await timer();
    expect(await only('refundDone')).toMatchObject({
      status: 'failed',
      reason: '字段 phrase1 的内容「¥1.00」不符合微信的要求',
    });
    expect(await sandbox('wechat')).toMatchObject({ calls: [] });
  });

  it('is removed with its user, sent or not', async () => {
    await refunded();
    await world.ok(
      'adminMessage',
      'sendServiceMessage',
      { subject: 'users/usr_0002', text: '请补充更清晰的照片' },
      as(),
    );
    const { forgetMessages } = await import('#cloudfunctions/_shared/messages/remove.ts');
    await forgetMessages('usr_0002');
    await timer();
    expect([await all(), await received()]).toEqual([[], []]);
  });

  it('is removed after half a year', async () => {
    await refunded();
    later(181 * 24 * 60 * MINUTE);
    await timer('purge');
    expect(await all()).toEqual([]);
  });
});

describe('the quiet hours', () => {
  const day = startOf('20300101');
  const at = (hours: number) => day + hours * 60 * MINUTE;
  it.each([
    ['before midnight', { on: true, from: '22:00', to: '08:00' }, 23, 32],
    ['after midnight', { on: true, from: '22:00', to: '08:00' }, 7, 8],
    ['at their end', { on: true, from: '22:00', to: '08:00' }, 8, null],
    ['within a day', { on: true, from: '12:00', to: '14:00' }, 13, 14],
    ['when they are off', { on: false, from: '22:00', to: '08:00' }, 23, null],
    ['of no length', { on: true, from: '08:00', to: '08:00' }, 8, null],
  ])('end %s', (_name, hours, now, end) => {
    expect(endOfQuiet(hours, at(now))).toBe(end === null ? null : at(end));
  });
});

describe('other events', () => {
  it('a payment is told to who paid', async () => {
    const order = await newOrder({
      openid: OPENID,
      userId: 'usr_0002',
      status: 'pending',
      expireTime: Date.now() + MINUTE,
    });
    await http('payNotify', notices.signed('', notices.ofTrade(tradeOf(order))));
    await timer();
    expect((await received())[0]).toMatchObject({
      page: `pages/order/index?id=${order._id}&m=orderPaid_${order._id}`,
      data: { character_string1: order.orderNo, amount3: '¥49.90' },
    });
  });

  it('a picture that is done is told to who ordered it', async () => {
    const { inTransaction } = await import('#cloudfunctions/_shared/base/transaction.ts');
    const { tellOfTask } = await import('#cloudfunctions/_shared/tasks/tellOfTask.ts');
    const task = await one<StoredTask>('tasks', 'task_0001');
    const user = await one<StoredUser>('users', 'usr_0002');
    await inTransaction(transaction =>
      tellOfTask(transaction, { ...task, status: 'succeeded', isTrial: false }, user),
    );
    await timer();
    expect((await received())[0]?.data).toMatchObject({ thing1: '模板1', phrase2: '生成成功' });
  });

  it('a parcel is announced when it leaves, and again when its number is corrected', async () => {
    await set('printOrders', 'prt_0007', { openid: OPENID, userId: 'usr_0002' });
    const ship = (expressNo: string) =>
      world.ok(
        'adminPrintOrder',
        'setShipping',
        { id: 'prt_0007', expressCompany: 'sf', expressNo },
        as(),
      );
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
    await world.ok('adminPrintOrder', 'holdPrintOrder', hold, as());
    await timer();
    expect((await received())[0]?.data).toMatchObject({ thing2: '照片模糊，请更换' });
  });

  it('a disabled account learns why and until when', async () => {
    const change = { id: 'usr_0002', status: 'disabled' as const, reason: '多次上传违规照片' };
    await world.ok('adminUser', 'updateUserStatus', change, as());
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
    await settleRefund(refund._id, fact, systemActor('test', 'test', 'test'));
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

  it('that nobody wants is skipped', async () => {
    await settings({ alerts: { events: [] } });
    await abnormal();
    await timer();
    expect((await all('refundAbnormal')).map(({ status }) => status)).toEqual([
      'skipped',
      'skipped',
    ]);
  });

  it('is tried again when the mail server refuses, with the reason', async () => {
    await sandbox('mail', { mode: 'reject' });
    await abnormal();
    await timer();
    const mail = (await all('refundAbnormal')).find(({ channel }) => channel === 'email');
    expect(mail).toMatchObject({ status: 'waiting', attempts: 1, unanswered: 0 });
    expect(mail?.reason).toContain('邮件服务器');
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
    world.call(
      'adminMessage',
      'sendServiceMessage',
      { subject: 'users/usr_0002', text: '您的订单已加急处理', ...data } as never,
      as(),
    );

  it('sends a ready text once, however often the button is pressed', async () => {
    const idemKey = 'key-of-one-click';
    const answers = await Promise.all([send({ idemKey }), send({ idemKey })]);
    expect(answers.map(({ code }) => code)).toEqual([0, 0]);
    await timer();
    expect((await received()).map(({ data }) => data['thing1'])).toEqual(['您的订单已加急处理']);
    const log = (await world.rows('auditLogs')).filter(({ resource }) => resource === 'message');
    expect(log).toMatchObject([{ action: 'sendServiceMessage', reason: '您的订单已加急处理' }]);
  });

  it('is told why nothing can be sent', async () => {
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
