import { beforeEach, describe, expect, it } from 'vitest';
import { startWorld } from '../world/harness.ts';
import { commerceOf } from './commerce.ts';

const world = await startWorld();
const { as, call, ok, rows } = world;
beforeEach(() => world.reset());
const { finish, newOrder, order, processRefund, gateway, set } = commerceOf(world);

const OPENID = 'oUpF8uMuAJO_M2pxb1Q9zNjWeS6o';
const who = { caller: { TCB_UUID: '77', WX_OPENID: OPENID } };
const other = { caller: { TCB_UUID: '78', WX_OPENID: 'oAnotherUserOfThisTest0000001' } };
const person = { kind: 'personal', title: '赵小满', email: 'zhao@example.com' } as const;
const company = { kind: 'company', title: '小满印务有限公司', email: person.email } as const;
const CODE = '91310000MA1FL0WX2E';
const NUMBER = '26312000000000000001';
const RED = '26312000000000000002';

/** Bought and paid in the mini-program. */
const paid = async () => {
  const wish = { packageId: 'pkg_0002', refundRules: '1' };
  const { _id, orderNo } = await ok('appOrder', 'createOrder', wish, who);
  await gateway.pay(orderNo);
  await ok('adminOrder', 'syncPayment', { id: _id }, as());
  return _id;
};
const ask = (id: string, invoice: object = person, from: object = who) =>
  call('appOrder', 'askForInvoice', { id, invoice } as never, from);
const asked = async () => {
  const id = await paid();
  await ask(id);
  return id;
};
const issue = (id: string, more: object = {}) =>
  call('adminOrder', 'issueInvoice', { id, number: NUMBER, ...more }, as());
const refuse = (id: string, more: object = {}) =>
  call('adminOrder', 'refuseInvoice', { id, reason: '抬头不全', ...more }, as());
const cancel = (id: string) => call('adminOrder', 'cancelInvoice', { id, number: RED }, as());
const invoiceOf = async (id: string) => (await order(id)).invoice;
const letters = async () =>
  (await rows('feedback'))
    .filter(({ openid, topic }) => openid === OPENID && topic === 'support')
    .map(({ text }) => text);
const found = async (invoiceStatus: string, q?: string) => {
  const wish = { filter: { invoiceStatus }, ...(q && { q }) };
  return (await ok('adminOrder', 'getOrders', wish as never, as())).list.map(({ _id }) => _id);
};
const waits = async (kind: string, id: string) =>
  (await ok('adminDashboard', 'getTodo', { kinds: [kind] } as never, as())).list.some(
    ({ pageId }) => pageId === id,
  );
const refund = async (id: string, amountFen: number) => {
  const { data } = await processRefund(id, { amountFen, reasonCode: '其他', reason: '不满意' });
  finish(data._id);
  await ok('adminOrder', 'syncRefund', { id: data._id }, as());
  await set('orders', id, { lastRefundTime: 1 });
  for (const trade of gateway.trades.values()) trade.lastRefundTime = 0;
};

describe('an invoice', () => {
  it('is asked for by who has paid, for what was paid, and asked for again with other data', async () => {
    const id = await paid();
    const { code, data } = await ask(id);
    expect(code).toBe(0);
    expect(data.invoice).toMatchObject({ ...person, status: 'waiting', amountFen: 1_990 });
    const { rev } = await order(id);
    await ask(id);
    expect(await order(id)).toMatchObject({ rev });
    await ask(id, { ...company, taxNumber: ' 91310000-ma1fl0wx2e' });
    const { list } = await ok('appOrder', 'getOrders', {}, who);
    expect(list.find(({ _id }) => _id === id)?.invoice).toMatchObject({
      ...company,
      taxNumber: CODE,
      askTime: data.invoice!.askTime,
    });
    await ask(id, { ...person, taxNumber: CODE });
    expect(await invoiceOf(id)).toMatchObject({ taxNumber: '' });
  });

  it.each([
    [{ ...company }, 'taxNumber'],
    [{ ...company, taxNumber: '12345' }, 'taxNumber'],
    [{ ...company, taxNumber: '91310000MA1FL0OX2E' }, 'taxNumber'],
    [{ ...person, title: ' ' }, 'title'],
    [{ ...person, title: '长'.repeat(101) }, 'title'],
    [{ ...person, email: '不是邮箱' }, 'email'],
  ])('is not asked for with %o', async (invoice, field) => {
    const id = await paid();
    expect(await ask(id, invoice)).toMatchObject({
      code: 40001,
      data: { fields: { [`invoice.${field}`]: expect.any(String) as string } },
    });
    expect(await invoiceOf(id)).toBeNull();
  });

  it.each(['320106197901011234', '110105123456789', '11010519491231002X01'])(
    'takes the tax number %s',
    async taxNumber => {
      expect(await ask(await paid(), { ...company, taxNumber })).toMatchObject({ code: 0 });
    },
  );

  it.each([
    { status: 'pending' },
    { status: 'closed' },
    { status: 'refunded', refundedFen: 1_990 },
    { payFen: 0 },
    { payChannel: 'code' },
  ])('is refused for an order with %o', async fields => {
    const { _id } = await newOrder({ payFen: 1_990, ...fields, openid: OPENID } as never);
    expect(await ask(_id)).toMatchObject({
      code: 40902,
      message: '只有已付款、没有全额退款的订单可以申请发票',
    });
  });

  it('of another user’s order is not asked for, and does not show that there is one', async () => {
    const id = await asked();
    expect(await ask(id, { ...company, taxNumber: CODE }, other)).toMatchObject({ code: 40400 });
    expect(await ask('ord_none')).toMatchObject({ code: 40400 });
    expect(await invoiceOf(id)).toMatchObject(person);
  });

  it('waits until it is issued with its number, which the user gets to read', async () => {
    const id = await asked();
    expect(await found('waiting')).toContain(id);
    expect(await waits('waitingInvoices', id)).toBe(true);
    expect(await issue(id, { number: '123' })).toMatchObject({ code: 40001 });
    const { code, data } = await issue(id);
    expect(code).toBe(0);
    expect(data.invoice).toMatchObject({ status: 'issued', number: NUMBER, amountFen: 1_990 });
    const { orderNo } = data;
    expect(await letters()).toEqual([
      `订单 ${orderNo} 的发票已开具，发票号码 ${NUMBER}，会发送到你填写的邮箱。`,
    ]);
    expect(await found('waiting')).not.toContain(id);
    expect(await waits('waitingInvoices', id)).toBe(false);
    expect(await found('issued', orderNo)).toEqual([id]);
    expect(await found('refused', orderNo)).toEqual([]);
    const { list } = await ok('adminOrder', 'getOrders', { q: NUMBER }, as());
    expect(list).toMatchObject([{ _id: id, invoice: { title: '', taxNumber: '', email: '' } }]);
    expect(await ask(id)).toMatchObject({
      code: 40902,
      message: '发票已开票，不能再申请；抬头有误请联系客服',
    });
    expect(await refuse(id)).toMatchObject({ code: 40902 });
    expect(await cancel(id)).toMatchObject({ code: 40902 });
  });

  it('is issued once, also where the answer was lost or a colleague is at it', async () => {
    const id = await asked();
    const { rev } = await order(id);
    const answers = await Promise.all([issue(id, { rev }), refuse(id, { rev })]);
    expect(answers.map(({ code }) => code).sort()).toEqual([0, 40901]);
    expect(await letters()).toHaveLength(1);
    const again = await asked();
    const seen = await order(again);
    expect(await issue(again, { rev: seen.rev })).toMatchObject({ code: 0 });
    expect(await issue(again, { rev: seen.rev })).toMatchObject({ code: 0 });
    expect(await issue(again, { rev: seen.rev, number: RED })).toMatchObject({ code: 40901 });
    expect(await letters()).toHaveLength(2);
  });

  it('is not issued on data that were replaced meanwhile', async () => {
    const id = await asked();
    const { rev } = await order(id);
    await ask(id, { ...company, taxNumber: CODE });
    expect(await issue(id, { rev })).toMatchObject({ code: 40901 });
    expect(await invoiceOf(id)).toMatchObject({ status: 'waiting', kind: 'company' });
  });

  it('that is refused says why, and is asked for anew', async () => {
    const id = await asked();
    await refuse(id);
    expect(await invoiceOf(id)).toMatchObject({ status: 'refused', reason: '抬头不全' });
    expect(await letters()).toEqual([`订单 ${(await order(id)).orderNo} 的发票没有开具：抬头不全`]);
    await ask(id);
    expect(await invoiceOf(id)).toMatchObject({ status: 'waiting', reason: '' });
  });

  it('nobody asked for is not issued', async () => {
    expect(await issue(await paid())).toMatchObject({ code: 40902, message: '用户没有申请发票' });
  });

  it('shows its address in part, and in full with a reason that is recorded', async () => {
    const id = await asked();
    const { invoice } = await ok('adminOrder', 'getOrderById', { id }, as());
    expect(invoice?.email).toBe('z****@example.com');
    const wish = { id, reason: '发送发票' };
    expect(await ok('adminOrder', 'revealInvoiceEmail', wish, as())).toEqual({
      _id: id,
      email: person.email,
    });
    expect(await rows('auditLogs')).toContainEqual(
      expect.objectContaining({ action: 'revealInvoiceEmail', resourceId: id, reason: '发送发票' }),
    );
  });

  it('leaves no title, number or address in the audit log', async () => {
    const id = await paid();
    await ask(id, { ...company, taxNumber: CODE });
    await issue(id);
    const text = JSON.stringify((await rows('auditLogs')).filter(row => row['resourceId'] === id));
    expect(text).toContain('askForInvoice');
    expect(text).toContain('issueInvoice');
    for (const word of [company.title, CODE, company.email]) expect(text).not.toContain(word);
  });
});

describe('a refund', () => {
  it('before the issue lowers the sum, and ends the request with the last of the money', async () => {
    const id = await asked();
    await refund(id, 990);
    expect(await invoiceOf(id)).toMatchObject({ status: 'waiting', amountFen: 1_000 });
    await refund(id, 1_000);
    expect(await invoiceOf(id)).toMatchObject({ status: 'refused', reason: '订单已全额退款' });
    expect(await found('waiting')).not.toContain(id);
    expect(await ask(id)).toMatchObject({ code: 40902 });
  });

  it('that is open lets no invoice be issued', async () => {
    const id = await asked();
    await processRefund(id, { amountFen: 990, reasonCode: '其他', reason: '不满意' });
    expect(await issue(id)).toMatchObject({
      code: 40902,
      message: '订单有退款正在处理，结束后再开票',
    });
  });

  it('after the issue asks for its cancellation, after which the rest is invoiced', async () => {
    const id = await asked();
    await issue(id);
    await refund(id, 990);
    expect(await invoiceOf(id)).toMatchObject({ status: 'toCancel', amountFen: 1_990 });
    expect(await found('toCancel')).toContain(id);
    expect(await waits('invoicesToCancel', id)).toBe(true);
    expect(await ask(id)).toMatchObject({ code: 40902 });
    await cancel(id);
    expect(await invoiceOf(id)).toMatchObject({ status: 'cancelled', cancelNumber: RED });
    expect(await waits('invoicesToCancel', id)).toBe(false);
    await ask(id);
    expect(await invoiceOf(id)).toMatchObject({ status: 'waiting', amountFen: 1_000, number: '' });
  });
});
