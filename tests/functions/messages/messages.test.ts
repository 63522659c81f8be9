import { describe, expect, it, vi } from 'vitest';
import { endOfQuiet } from '#contract/quietHours.ts';
import { startOf } from '#contract/shanghai.ts';
import { OPENID, startMessageWorld } from './messageWorld.ts';

const {
  world,
  sandbox,
  all,
  only,
  received,
  timer,
  settings,
  as,
  newOrder,
  processRefund,
  finish,
  set,
} = await startMessageWorld();
const { messages } = await import('#cloudfunctions/_shared/messages/messages.ts');

const MINUTE = 60_000;
const later = (ms: number) => vi.setSystemTime(Date.now() + ms);
const subscriptions = (left: number | null) =>
  sandbox('wechat', { openid: OPENID, subscriptions: left });
const disturb = (settings: object) =>
  sandbox('wechat', { path: '/cgi-bin/message/subscribe/send', ...settings });

/** A refund of a user of the mini-program that has arrived; nothing has been sent yet. */
const refunded = async () => {
  const order = await newOrder({ openid: OPENID, userId: 'usr_0002' });
  const { data } = await processRefund(order._id, { reason: '重复购买' });
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
    const { data } = await processRefund(order._id, {});
    const { _id } = data as { _id: string };
    finish(_id);
    await world.inject({ action: 'database.commitTransaction', code: 'CONN_ERROR', times: 4 });
    await world.call('adminOrder', 'syncRefund', { id: _id }, as());
    await world.forgetInjections();
    expect(await all()).toEqual([]);
  });

  it('goes to nobody who is not in the mini-program', async () => {
    const order = await newOrder({ openid: 'anon:abc' });
    const { data } = await processRefund(order._id, {});
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
    [40003, '该用户不属于当前小程序'],
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

  it('whose sender died after sending is sent once more, and said to be unsure', async () => {
    await refunded();
    const claim = messages.compareAndSet;
    const killed = vi
      .spyOn(messages, 'compareAndSet')
      .mockImplementationOnce(claim)
      .mockRejectedValueOnce(new Error('killed'));
    await timer();
    killed.mockRestore();
    later(3 * MINUTE);
    await timer();
    expect(await received()).toHaveLength(2);
    expect(await only('refundDone')).toMatchObject({ status: 'sent', isUnsure: true });
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
    await timer('purgeMessages');
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
