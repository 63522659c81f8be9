import { beforeEach, describe, expect, it } from 'vitest';
import type { StoredApproval } from '#cloudfunctions/_shared/approvals/records.ts';
import { startWorld } from '../world/harness.ts';
import { commerceOf } from './commerce.ts';

const world = await startWorld();
const { as, call, ok, rows, someAdmin } = world;
beforeEach(() => world.reset());
const { finish, newOrder, order, processRefund, gateway, set } = commerceOf(world);

const OPENID = 'oUpF8uMuAJO_M2pxb1Q9zNjWeS6o';
const who = { caller: { TCB_UUID: '77', WX_OPENID: OPENID } };
const other = { caller: { TCB_UUID: '78', WX_OPENID: 'oAnotherUserOfThisTest0000001' } };
const wish = { reason: 'unwanted', text: '买错了，电话 13912345678' } as const;
const ANSWER = '积分已经用完';

/** Bought and paid in the mini-program. */
const paid = async () => {
  const bought = { packageId: 'pkg_0002', refundRules: '1' };
  const { _id, orderNo } = await ok('appOrder', 'createOrder', bought, who);
  await gateway.pay(orderNo);
  await ok('adminOrder', 'syncPayment', { id: _id }, as());
  return _id;
};
const ask = (id: string, more: object = {}, from: object = who) =>
  call('appOrder', 'askRefund', { id, ...wish, ...more }, from);
const withdraw = (id: string) => call('appOrder', 'withdrawRefundAsk', { id }, who);
const asked = async () => {
  const id = await paid();
  expect(await ask(id)).toMatchObject({ code: 0 });
  return id;
};
const refuse = (id: string, more: object = {}, from: object = as()) =>
  call('adminOrder', 'refuseRefundAsk', { id, reason: ANSWER, ...more }, from);
const refund = (id: string, amountFen = 990) =>
  processRefund(id, { amountFen, reasonCode: '其他', reason: '不想要了' });
const askOf = async (id: string) => (await order(id)).refundAsk;
const mayAsk = async (id: string) =>
  (await ok('appOrder', 'getOrders', {}, who)).list.find(({ _id }) => _id === id)?.mayAskRefund;
const found = async (filter: object) =>
  (await ok('adminOrder', 'getOrders', { filter }, as())).list.map(({ _id }) => _id);
const waits = async (id: string) =>
  (await ok('adminDashboard', 'getTodo', { kinds: ['refundsAsked'] }, as())).list.some(
    ({ pageId }) => pageId === id,
  );
const letters = async () =>
  (await rows('feedback'))
    .filter(({ openid, topic }) => openid === OPENID && topic === 'support')
    .map(({ text }) => text);
/** A role that may refund nothing without approval. */
const asClerk = async () => {
  const rights = ['orders.read', 'orders.refund', 'approvals.read'];
  await set('roles', 'role_0001', { rights, refundLimitFen: 0, refundDayFen: 0 });
  return { token: (await someAdmin({ role: 'role_0001' })).token };
};
const unapproved = async (id: string) => {
  const data = { id, amountFen: 990, reasonCode: '其他', reason: '不想要了' };
  const { _id } = await ok('adminOrder', 'processRefund', data, await asClerk());
  const approvals = (await rows('approvals')) as unknown as StoredApproval[];
  return approvals.find(({ subjectId }) => subjectId === _id)!._id;
};

describe('a refund', () => {
  it('is asked for by who has paid, once, and waits for administrators', async () => {
    const id = await paid();
    expect(await mayAsk(id)).toBe(true);
    const { code, data } = await ask(id);
    expect(code).toBe(0);
    expect(data).toMatchObject({ mayAskRefund: false, refundAsk: { ...wish, status: 'waiting' } });
    const { rev } = await order(id);
    expect(await ask(id)).toMatchObject({ code: 0 });
    expect(await order(id)).toMatchObject({ rev });
    expect(await ask(id, { text: '催一下' })).toMatchObject({
      code: 40902,
      message: '退款申请正在处理，不用重复提交',
    });
    expect(await mayAsk(id)).toBe(false);
    expect(await found({ refundAskStatus: 'waiting' })).toContain(id);
    expect(await found({ refundAskStatus: 'agreed' })).not.toContain(id);
    expect(await waits(id)).toBe(true);
    const { refundAsk } = await ok('adminOrder', 'getOrderById', { id }, as());
    expect(refundAsk).toMatchObject({ text: '买错了，电话 139****5678' });
  });

  it('and an invoice are asked for of the same order, and found by both', async () => {
    const id = await asked();
    const invoice = { kind: 'personal', title: '赵小满', email: 'zhao@example.com' } as const;
    const answer = await ok('appOrder', 'askForInvoice', { id, invoice }, who);
    expect(answer).toMatchObject({ mayAskRefund: false, refundAsk: wish });
    const both = { refundAskStatus: 'waiting', invoiceStatus: 'waiting' };
    expect(await found(both)).toContain(id);
    expect(await found({ ...both, invoiceStatus: 'issued' })).toEqual([]);
    expect(await found({ ...both, refundAskStatus: 'refused' })).toEqual([]);
  });

  it('of another user’s order is not asked for, and does not show that there is one', async () => {
    const id = await paid();
    expect(await ask(id, {}, other)).toMatchObject({ code: 40400 });
    expect(await ask('ord_none')).toMatchObject({ code: 40400 });
    expect(await askOf(id)).toBeNull();
  });

  it.each([
    [{ status: 'pending' }, '只有已支付或已完成的订单可以退款'],
    [{ status: 'closed' }, '只有已支付或已完成的订单可以退款'],
    [{ status: 'refunded', refundedFen: 1_990 }, '订单已全额退款'],
    [{ refundedFen: 1_990 }, '没有可退的金额'],
    [{ payChannel: 'code' }, '激活码订单没有可退的款项'],
    [
      { payChannel: 'virtual', virtual: { env: 0, productId: 'p', isApples: true } },
      '这笔订单由苹果收款，请在苹果的「报告问题」网页申请退款',
    ],
    [{ payTime: 1 }, '付款已超过一年，不能原路退款，请联系客服'],
    [{ openRefundId: 'RF1' }, '该订单还有一笔退款没有结束'],
  ])('is not asked for of an order with %o', async (fields, message) => {
    await paid();
    const { _id } = await newOrder({ payFen: 1_990, openid: OPENID, ...fields } as never);
    expect(await ask(_id)).toMatchObject({ code: 40902, message });
    expect(await mayAsk(_id)).toBe(false);
  });

  it('is asked for while the published rules return something', async () => {
    const id = await paid();
    const { userId, fulfil } = await order(id);
    const granted = fulfil.credits + fulfil.giftCredits;
    await set('users', userId, { credits: { paid: granted - 1, gift: 0 } });
    expect(await mayAsk(id)).toBe(true);
    await ok('adminSettings', 'updatePaymentSettings', { data: { allowPartial: false } }, as());
    expect(await mayAsk(id)).toBe(false);
    const nothing =
      '按《退款规则》，这笔订单没有可退的金额；服务有质量问题的，请在「投诉与反馈」里说明';
    expect(await ask(id)).toMatchObject({ code: 40902, message: nothing });
    await ok('adminSettings', 'updatePaymentSettings', { data: { allowPartial: true } }, as());
    await set('users', userId, { credits: { paid: 0, gift: 0 } });
    expect(await ask(id)).toMatchObject({ code: 40902, message: nothing });
    expect(await askOf(id)).toBeNull();
  });

  it('that is refused says why, and is asked for once more', async () => {
    const id = await asked();
    expect(await refuse(id)).toMatchObject({ code: 0 });
    const refused = { status: 'refused', answer: ANSWER, answerTime: expect.any(Number) as number };
    expect(await askOf(id)).toMatchObject(refused);
    expect(await letters()).toEqual([
      `订单 ${(await order(id)).orderNo} 的退款申请没有同意：${ANSWER}`,
    ]);
    expect(await waits(id)).toBe(false);
    expect(await ask(id)).toMatchObject({ code: 0, data: { refundAsk: { answer: '' } } });
    await refuse(id, { reason: '同上' });
    expect(await mayAsk(id)).toBe(false);
    expect(await ask(id)).toMatchObject({
      code: 40902,
      message: '每笔订单最多申请 2 次退款，请在「投诉与反馈」里说明情况',
    });
    expect(await askOf(id)).toMatchObject({ status: 'refused', answer: '同上' });
  });

  it('is refused once, on what was seen, also where the answer was lost', async () => {
    const id = await asked();
    const { rev } = await order(id);
    expect(await refuse(id, { rev: rev - 1 })).toMatchObject({ code: 40901 });
    expect(await askOf(id)).toMatchObject({ status: 'waiting' });
    expect(await refuse(id, { rev })).toMatchObject({ code: 0 });
    expect(await refuse(id, { rev })).toMatchObject({ code: 0 });
    expect(await refuse(id, { rev, reason: '别的' })).toMatchObject({ code: 40901 });
    expect(await refuse(id, { reason: '别的' })).toMatchObject({
      code: 40902,
      message: '「已拒绝」的退款申请不能拒绝',
    });
    expect(await letters()).toHaveLength(1);
    expect(await refuse(await paid())).toMatchObject({ code: 40902, message: '用户没有申请退款' });
  });

  it('is not refused without the right to refund', async () => {
    const id = await asked();
    await set('roles', 'role_0001', { rights: ['orders.read', 'orders.write', 'orders.invoice'] });
    const { token } = await someAdmin({ role: 'role_0001' });
    expect((await refuse(id, {}, { token })).code).toBe(40305);
    expect(await askOf(id)).toMatchObject({ status: 'waiting' });
  });

  it('is withdrawn while it waits', async () => {
    const id = await asked();
    expect(await withdraw(id)).toMatchObject({ code: 0, data: { mayAskRefund: true } });
    expect(await withdraw(id)).toMatchObject({ code: 0 });
    expect(await askOf(id)).toMatchObject({ status: 'withdrawn' });
    expect(await waits(id)).toBe(false);
    expect((await refuse(id)).code).toBe(40902);
    await ask(id);
    await refuse(id);
    expect(await withdraw(id)).toMatchObject({ code: 40902, message: '没有待处理的退款申请' });
  });

  it('leaves none of its words in the audit log, and is in the way of deleting the account', async () => {
    const id = await asked();
    const log = JSON.stringify((await rows('auditLogs')).filter(row => row['resourceId'] === id));
    expect(log).toContain('askRefund');
    expect(log).not.toContain('买错了');
    await set('orders', id, { status: 'completed' });
    const preview = async () =>
      (await ok('appUser', 'deleteMyData', { preview: true }, who)).open.map(one => one.id);
    expect(await preview()).toEqual([id]);
    await withdraw(id);
    expect(await preview()).toEqual([]);
  });
});

describe('a refund that is made', () => {
  it('agrees to what was asked for, and says the rest itself', async () => {
    const id = await asked();
    const { data } = await refund(id);
    expect(await order(id)).toMatchObject({
      openRefundId: data._id,
      refundAsk: { status: 'agreed', answerTime: expect.any(Number) as number },
    });
    expect(await found({ refundAskStatus: 'agreed' })).toEqual([id]);
    expect(await waits(id)).toBe(false);
    expect((await withdraw(id)).code).toBe(40902);
    expect((await refuse(id)).code).toBe(40902);
    finish(data._id, 'CLOSED');
    await ok('adminOrder', 'syncRefund', { id: data._id }, as());
    expect(await order(id)).toMatchObject({ openRefundId: '', refundAsk: { status: 'agreed' } });
    await set('orders', id, { lastRefundTime: 1 });
    expect(await ask(id)).toMatchObject({ data: { refundAsk: { status: 'waiting' } } });
    await ok('adminOrder', 'retryRefund', { id: data._id }, as());
    expect(await askOf(id)).toMatchObject({ status: 'agreed' });
  });

  it('agrees with the refund or not at all', async () => {
    const id = await asked();
    await world.inject({ action: 'database.commitTransaction', code: 'SYS_ERR', times: 1 });
    expect((await refund(id)).code).not.toBe(0);
    await world.forgetInjections();
    expect(await order(id)).toMatchObject({ openRefundId: '', refundAsk: { status: 'waiting' } });
  });

  it('agrees once it is approved; until then nobody refuses or withdraws', async () => {
    const id = await asked();
    const approval = await unapproved(id);
    expect(await askOf(id)).toMatchObject({ status: 'waiting' });
    expect(await refuse(id)).toMatchObject({
      code: 40902,
      message: '订单有退款正在处理，结束后再答复申请',
    });
    expect(await withdraw(id)).toMatchObject({
      code: 40902,
      message: '订单有退款正在处理，不能撤回申请',
    });
    await ok('adminOrder', 'approveRequest', { id: approval }, as());
    expect(await askOf(id)).toMatchObject({ status: 'agreed' });
  });

  it('and declined leaves what was asked for waiting', async () => {
    const id = await asked();
    const approval = await unapproved(id);
    await ok('adminOrder', 'declineRequest', { id: approval, note: '不符合规则' }, as());
    expect(await order(id)).toMatchObject({ openRefundId: '', refundAsk: { status: 'waiting' } });
    expect(await refuse(id)).toMatchObject({ code: 0 });
  });
});
