import { describe, expect, it } from 'vitest';
import { endOfQuiet } from '#contract/quietHours.ts';
import { startOf } from '#contract/shanghai.ts';
import { OPENID, startMessageWorld } from './messageWorld.ts';

const { world, sandbox, all, only, received, timer, settings, newOrder, processRefund, finish } =
  await startMessageWorld();

const subscriptions = (left: number | null) =>
  sandbox('wechat', { openid: OPENID, subscriptions: left });

/** A refund of a user of the mini-program that has arrived; nothing has been sent yet. */
const refunded = async () => {
  const order = await newOrder({ openid: OPENID, userId: 'usr_0002' });
  const { data } = await processRefund(order._id, { reason: '重复购买' });
  const { _id } = data as { _id: string };
  finish(_id);
  await world.ok('adminOrder', 'syncRefund', { id: _id });
  return { order, refundId: _id };
};

describe('a message to a user', () => {
  it('is written with the refund it is about, and sent once with the fields of its template', async () => {
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
    const { list } = await world.ok('adminMessage', 'getMessages', { filter });
    expect(list).toMatchObject([{ status: 'sent', content: expect.stringContaining('¥1.00') }]);
    expect(JSON.stringify(list)).not.toContain(OPENID);
  });

  it('is not written when what it is about is rolled back', async () => {
    const order = await newOrder({ openid: OPENID, userId: 'usr_0002' });
    const { data } = await processRefund(order._id, {});
    const { _id } = data as { _id: string };
    finish(_id);
    await world.inject({ action: 'database.commitTransaction', code: 'CONN_ERROR', times: 4 });
    await world.call('adminOrder', 'syncRefund', { id: _id });
    await world.forgetInjections();
    expect(await all()).toEqual([]);
  });

  it('goes to nobody who is not in the mini-program', async () => {
    const order = await newOrder({ openid: 'anon:abc' });
    const { data } = await processRefund(order._id, {});
    finish((data as { _id: string })._id);
    await world.ok('adminOrder', 'syncRefund', { id: (data as { _id: string })._id });
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
    await world.ok('adminMessage', 'resendMessage', { id: _id, rev });
    expect((await world.call('adminMessage', 'resendMessage', { id: _id })).code).toBe(40902);
    await timer();
    expect(await only('refundDone')).toMatchObject({ status: 'sent', operator: '测试管理员' });
    expect((await world.call('adminMessage', 'resendMessage', { id: _id })).code).toBe(40902);
    expect(await received()).toHaveLength(1);
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

  it('is skipped without the AppSecret, and while its template is not filled in', async () => {
    await settings({ miniProgram: { appSecret: { clear: true } } });
    await refunded();
    await timer();
    const { _id, rev } = await only('refundDone');
    expect(await only('refundDone')).toMatchObject({
      status: 'skipped',
      reason: '没有填写小程序的 AppID 或 AppSecret',
    });
    await settings({ subscribe: { refundDone: { templateId: '' } } });
    await world.ok('adminMessage', 'resendMessage', { id: _id, rev });
    await timer();
    expect(await only('refundDone')).toMatchObject({
      status: 'skipped',
      reason: '通知设置中没有填写这类消息的模板 ID',
    });
  });
});

describe('the quiet hours', () => {
  const day = startOf('20300101');
  const at = (hours: number) => day + hours * 3_600_000;
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
