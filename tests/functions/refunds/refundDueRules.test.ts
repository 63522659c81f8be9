import { describe, expect, it } from 'vitest';
import type { StoredOrder } from '#cloudfunctions/_shared/orders/orders.ts';
import { inShares, linesOf } from '#cloudfunctions/_shared/refunds/lines.ts';
import { startRefundRecords, USER } from './refundRecords.ts';

const { ok, set, order, refund, newOrder, newPrint, processRefund, preview, standStill } =
  await startRefundRecords();

const DAY = 86_400_000;

const item = (name: string, qty: number, amountFen: number, snapshot: object = {}) => ({
  refId: name,
  name,
  qty,
  unitFen: Math.floor(amountFen / qty),
  amountFen,
  snapshot: { type: 'credits', credits: 0, giftCredits: 0, days: null, ...snapshot },
});
const sold = (payFen: number, ...items: ReturnType<typeof item>[]) =>
  newOrder({ payFen, totalFen: payFen, items } as unknown as Partial<StoredOrder>);
const shown = async (id: string) => {
  const { lines } = await ok('adminOrder', 'getOrderById', { id });
  return lines.map(
    ({ refundedQty: _qty, refundedFen: _fen, refundingQty: _going, reprintedQty: _re, ...line }) =>
      line,
  );
};
const paid = async (id: string) => (await shown(id)).map(({ paidFen }) => paidFen);
const due = async (id: string, items: object[], more: object = {}) => {
  const { code, message, data } = await preview(id, { items, ...more });
  return code === 0 ? data.items.map(({ amountFen }) => amountFen) : (data ?? message);
};

describe('the lines of an order', () => {
  it('are its photos, then the shipping, which was paid in full', async () => {
    const { orderId, _id, items } = await newPrint('completed');
    const photo = (qty: number, amountFen: number) => ({ ...items[0], qty, amountFen });
    await set('printOrders', _id, { items: [photo(3, 300), photo(4, 400)] });
    await set('orders', orderId, {
      items: [item('size_0001', 7, 700), item('shipping', 1, 800)],
      payFen: 1_400,
    });
    const { filePath, sizeSnap } = items[0]!;
    const one = { kind: 'photo', name: expect.stringContaining(sizeSnap.name) as string, filePath };
    const lines = await shown(orderId);
    expect(lines).toEqual([
      { ...one, qty: 3, paidFen: 257 },
      { ...one, qty: 4, paidFen: 343 },
      { kind: 'shipping', name: 'shipping', filePath: '', qty: 1, paidFen: 800 },
    ]);
    expect(lines[0]!.name).toBe(lines[0]!.name.trim());
    // Less was paid than the shipping costs.
    await set('orders', orderId, {
      items: [item('size_0001', 7, 700), item('shipping', 1, 300), item('shipping', 2, 500)],
      payFen: 700,
    });
    expect(await shown(orderId)).toMatchObject([
      { paidFen: 0 },
      { paidFen: 0 },
      { qty: 1, paidFen: 262 },
      { qty: 2, paidFen: 438 },
    ]);
  });

  it('are its goods, each with its part of what was paid', async () => {
    const { _id } = await sold(200, item('甲', 1, 100), item('乙', 2, 100), item('丙', 1, 100));
    expect(await shown(_id)).toEqual([
      { kind: 'item', name: '甲', filePath: '', qty: 1, paidFen: 66 },
      { kind: 'item', name: '乙', filePath: '', qty: 2, paidFen: 67 },
      { kind: 'item', name: '丙', filePath: '', qty: 1, paidFen: 67 },
    ]);
    expect(await paid((await sold(1, item('甲', 1, 1)))._id)).toEqual([1]);
    expect(await paid((await sold(7, item('甲', 1, 0), item('乙', 1, 3)))._id)).toEqual([0, 7]);
    expect(await paid((await sold(7, item('甲', 1, 0), item('乙', 1, 0)))._id)).toEqual([0, 0]);
  });

  it('say what each has granted: photos and shipping nothing', async () => {
    const of = await sold(
      400,
      item('甲', 3, 300, { credits: 50, giftCredits: 7, days: 10 }),
      item('乙', 2, 0, { credits: 5, days: undefined }),
      item('shipping', 1, 100),
    );
    const shipping = { kind: 'shipping', name: 'shipping', filePath: '', qty: 1, paidFen: 100 };
    const none = { credits: 0, days: 0 };
    expect(linesOf(of, null)).toEqual([
      { kind: 'item', name: '甲', filePath: '', qty: 3, paidFen: 300, credits: 171, days: 30 },
      { kind: 'item', name: '乙', filePath: '', qty: 2, paidFen: 0, credits: 10, days: 0 },
      { ...shipping, ...none },
    ]);
    const { items } = await newPrint('paid');
    const { filePath, qty } = items[0]!;
    const name = expect.any(String) as string;
    expect(linesOf(of, { items: items.slice(0, 1) })).toEqual([
      { kind: 'photo', name, filePath, qty, paidFen: 300, ...none },
      { ...shipping, ...none },
    ]);
  });

  it('share a total in proportion, rounded so that nothing is lost', () => {
    const parts = (total: number, weights: number[]) =>
      inShares(total, weights, weight => weight).map(([weight, part]) => {
        expect(weights).toContain(weight);
        return part;
      });
    expect(parts(100, [1, 1, 1])).toEqual([33, 33, 34]);
    expect(parts(7, [5, 3, 2])).toEqual([3, 2, 2]);
    expect(parts(7, [0, 0])).toEqual([0, 0]);
    expect(parts(7, [])).toEqual([]);
  });
});

describe('the amount of some of a line', () => {
  /** Three for 257 fen. */
  const three = async (qty: number, amountFen: number) => {
    const of = await sold(257, item('甲', 3, 300));
    const refundItems = qty > 0 ? [{ itemIndex: 0, qty, amountFen }] : [];
    await set('orders', of._id, { refundItems });
    return (wanted: number) => due(of._id, [{ itemIndex: 0, qty: wanted }]);
  };

  it('is the next part of it, and with the last what rounding has left', async () => {
    const none = await three(0, 0);
    for (const [qty, amountFen] of [
      [1, 85],
      [2, 171],
      [3, 257],
    ] as const)
      expect(await none(qty), String(qty)).toEqual([amountFen]);
    for (const [taken, fen, wanted, amountFen] of [
      [1, 85, 1, 86],
      [1, 85, 2, 172],
      [2, 171, 1, 86],
      // What was returned by hand is not made up for, except for the rounding.
      [1, 10, 2, 172],
      [1, 82, 2, 172],
      [1, 83, 2, 174],
      [1, 87, 2, 170],
      [1, 170, 1, 86],
      [2, 250, 1, 7],
      [1, 250, 1, 7],
      [1, 84, 1, 86],
      [1, 300, 2, 0],
    ] as const)
      expect(await (await three(taken, fen))(wanted), `${taken} for ${fen}`).toEqual([amountFen]);
  });

  it('is refused for more than are left', async () => {
    const fields = async (taken: number, wanted: number) => (await three(taken, 1))(wanted);
    expect(await fields(0, 4)).toEqual({ fields: { items: '「甲」只剩 3 件可退' } });
    expect(await fields(2, 2)).toEqual({ fields: { items: '「甲」只剩 1 件可退' } });
    expect(await fields(3, 1)).toEqual({ fields: { items: '「甲」已全部退款' } });
    expect(await fields(5, 1)).toEqual({ fields: { items: '「甲」已全部退款' } });
    const { _id } = await sold(257, item('甲', 3, 300));
    const one = { itemIndex: 0, qty: 1 };
    expect(await due(_id, [one, one])).toEqual({ fields: { items: '同一件商品只能填写一行' } });
    expect(await due(_id, [{ itemIndex: 1, qty: 1 }])).toEqual({
      fields: { items: '退款明细与订单不符' },
    });
  });

  it('is no more than refunds of an amount have left of the order', async () => {
    const { _id } = await sold(900, item('甲', 3, 300), item('乙', 6, 600));
    const both = [
      { itemIndex: 1, qty: 2 },
      { itemIndex: 0, qty: 1 },
    ];
    for (const [refundedFen, refundingFen, amounts] of [
      [0, 0, [200, 100]],
      [300, 299, [200, 100]],
      [300, 350, [200, 50]],
      [400, 350, [150, 0]],
      [600, 299, [1, 0]],
    ] as const) {
      await set('orders', _id, { refundedFen, refundingFen });
      expect(await due(_id, both), String(refundingFen)).toEqual(amounts);
    }
  });
});

describe('an amount chosen by hand', () => {
  const free = { freeAmount: true };
  const both = [
    { itemIndex: 0, qty: 1 },
    { itemIndex: 1, qty: 2 },
  ];
  const given = (...amounts: (number | undefined)[]) =>
    both.map((one, at) => ({
      ...one,
      ...(amounts[at] !== undefined && { amountFen: amounts[at] }),
    }));

  it('is shared by the items in proportion, or as the request says', async () => {
    const { _id } = await sold(900, item('甲', 3, 300), item('乙', 6, 600));
    expect(await due(_id, both, { ...free, amountFen: 100 })).toEqual([33, 67]);
    expect(await due(_id, both, free)).toEqual([300, 600]);
    expect(await due(_id, given(0, 100), { ...free, amountFen: 100 })).toEqual([0, 100]);
    // As long as not all are given, none is.
    expect(await due(_id, given(90), { ...free, amountFen: 100 })).toEqual([33, 67]);
    expect(await due(_id, given(undefined, 90), { ...free, amountFen: 100 })).toEqual([33, 67]);
    expect(await due(_id, given(90, 11), { ...free, amountFen: 100 })).toEqual({
      fields: { items: '明细金额合计与退款金额不符' },
    });
    expect(await due(_id, both, { ...free, amountFen: 901 })).toEqual({
      fields: { amountFen: '超过可退金额' },
    });
    // Without the choice the items make it.
    expect(await due(_id, both, { amountFen: 100 })).toEqual([100, 200]);
  });

  it('is shared by number where the items make nothing', async () => {
    const { _id } = await sold(900, item('甲', 3, 0), item('乙', 6, 0));
    expect(await due(_id, both, { ...free, amountFen: 100 })).toEqual([33, 67]);
    const fen = await sold(1, item('甲', 3, 0), item('乙', 2, 1));
    await set('orders', fen._id, {
      payFen: 101,
      refundingFen: 1,
      items: [item('甲', 3, 0), item('乙', 2, 1), item('shipping', 1, 100)],
    });
    expect(await due(fen._id, both, { ...free, amountFen: 100 })).toEqual([0, 100]);
  });

  it('must be what is due, to the fen, where none was chosen', async () => {
    const { _id } = await sold(900, item('甲', 3, 300), item('乙', 6, 600));
    const made = async (more: object) => {
      const { code, data } = await processRefund(_id, more);
      return code === 0 ? (await refund((data as { _id: string })._id)).items : data;
    };
    const differs = { fields: { amountFen: '按所选明细应退 ¥3.00，请核对后重试' } };
    expect(await made({ amountFen: 299, items: both })).toEqual(differs);
    expect(await made({ amountFen: 300, items: given(100, 199) })).toEqual(differs);
    expect(await made({ amountFen: 300, items: given(101) })).toEqual(differs);
    expect((await order(_id)).refundCount).toBe(0);
    expect(await made({ amountFen: 300, items: given(100) })).toEqual([
      { itemIndex: 0, qty: 1, amountFen: 100 },
      { itemIndex: 1, qty: 2, amountFen: 200 },
    ]);
    expect((await order(_id)).refundItems).toEqual([
      { itemIndex: 0, qty: 1, amountFen: 100 },
      { itemIndex: 1, qty: 2, amountFen: 200 },
    ]);
  });
});

describe('what is taken back', () => {
  const bundles = async () => {
    const { _id } = await sold(
      900,
      item('甲', 3, 300, { credits: 50, giftCredits: 7, days: 10 }),
      item('乙', 6, 600, { credits: 20 }),
    );
    // 3 × 57 + 6 × 20; 3 × 10
    await set('orders', _id, {
      fulfil: { ...(await order(_id)).fulfil, credits: 270, giftCredits: 21, days: 30 },
    });
    return _id;
  };
  const clawback = async (id: string, more: object = {}) => {
    const { code, data } = await preview(id, more);
    return code === 0 ? data.clawback : (data as unknown);
  };

  it('is what the items have granted, or in proportion to an amount, as far as it is left', async () => {
    const id = await bundles();
    const of = (qty: number, itemIndex = 0) => ({ items: [{ itemIndex, qty }] });
    const [credits, none] = [{ allowNegative: false }, { packageDays: 0, allowNegative: false }];
    expect(await clawback(id, of(1))).toEqual({ ...credits, credits: 57, packageDays: 10 });
    expect(await clawback(id, of(2, 1))).toEqual({ ...none, credits: 40 });
    expect(await clawback(id, { amountFen: 100 })).toEqual({
      ...credits,
      credits: 32,
      packageDays: 3,
    });
    expect(await clawback(id)).toEqual({ ...credits, credits: 291, packageDays: 30 });
    await set('orders', id, { clawedBack: { credits: 251, days: 23 } });
    expect(await clawback(id, of(1))).toEqual({ ...credits, credits: 40, packageDays: 7 });
    expect(await clawback(id)).toEqual({ ...credits, credits: 40, packageDays: 7 });
    await set('orders', id, { clawedBack: { credits: 999, days: 99 } });
    expect(await clawback(id)).toEqual({ ...none, credits: 0 });
  });

  it('is the next part of a line whose number does not divide what it has granted', async () => {
    const id = await bundles();
    await set('orders', id, {
      items: [item('甲', 3, 300, { credits: 50, days: 10 }), item('乙', 6, 600)],
      refundItems: [{ itemIndex: 0, qty: 1, amountFen: 100 }],
      fulfil: { ...(await order(id)).fulfil, credits: 150, giftCredits: 0, days: 30 },
    });
    expect(await clawback(id, { items: [{ itemIndex: 0, qty: 2 }] })).toMatchObject({
      credits: 100,
      packageDays: 20,
    });
  });

  it('may be chosen, each by itself, up to what is left', async () => {
    const id = await bundles();
    const chosen = (wish: object) => clawback(id, { amountFen: 100, clawback: wish });
    expect(await chosen({ credits: 0 })).toEqual({
      credits: 0,
      packageDays: 3,
      allowNegative: false,
    });
    expect(await chosen({ packageDays: 0, allowNegative: true })).toEqual({
      credits: 32,
      packageDays: 0,
      allowNegative: true,
    });
    expect(await chosen({ credits: 291, packageDays: 30 })).toMatchObject({
      credits: 291,
      packageDays: 30,
    });
    expect(await chosen({ credits: 292 })).toEqual({
      fields: { 'clawback.credits': '超过该订单发放的积分' },
    });
    expect(await chosen({ packageDays: 31 })).toEqual({
      fields: { 'clawback.packageDays': '超过该订单发放的天数' },
    });
  });
});

describe('a refund is possible', () => {
  const obstacle = async (fields: Partial<StoredOrder>) => {
    const { _id } = await newOrder(fields);
    const { code, message } = await preview(_id);
    const detail = await ok('adminOrder', 'getOrderById', { id: _id });
    expect(detail.refundable?.obstacle).toBe(code === 0 ? '' : message);
    return code === 0 ? '' : message;
  };

  it('of a paid order, whose money can go back, and of which some is left', async () => {
    const now = standStill();
    for (const [fields, message] of [
      [{ status: 'paid' }, ''],
      [{ status: 'completed' }, ''],
      [{ payChannel: 'offline' }, ''],
      [{ status: 'refunded' }, '订单已全额退款'],
      [{ status: 'pending' }, '只有已支付或已完成的订单可以退款'],
      [{ status: 'closed' }, '只有已支付或已完成的订单可以退款'],
      [{ payChannel: 'code' }, '激活码订单没有可退的款项'],
      [{ payChannel: 'virtual' }, ''],
      [
        { payChannel: 'virtual', virtual: { env: 0, productId: 'p', isApples: true } },
        '这笔订单由苹果收款，只能由用户向苹果申请退款，退款后积分自动扣回',
      ],
      [{ payTime: null }, '支付已超过一年，无法原路退款，请线下退给用户'],
      [{ payTime: now - 365 * DAY, createTime: now - 400 * DAY }, ''],
      [{ payTime: now - 365 * DAY - 1 }, '支付已超过一年，无法原路退款，请线下退给用户'],
      [{ refundCount: 49 }, ''],
      [{ refundCount: 50 }, '该订单的退款已达 50 次上限，请线下处理'],
      [{ openRefundId: 'RF1' }, '该订单还有一笔退款没有结束'],
      [{ lastRefundTime: now - 59_999 }, '同一订单两次退款需间隔 1 分钟'],
      [{ lastRefundTime: now - 60_000, createTime: now }, ''],
      [{ refundedFen: 4_000, refundingFen: 989 }, ''],
      [{ refundedFen: 4_000, refundingFen: 990 }, '没有可退的金额'],
    ] as [Partial<StoredOrder>, string][])
      expect(await obstacle(fields), JSON.stringify(fields)).toBe(message);
  });

  it('of all that is left, also where the settings allow no parts', async () => {
    await ok('adminSettings', 'updatePaymentSettings', { data: { allowPartial: false } });
    const { _id } = await newOrder({ refundedFen: 1_000, userId: USER });
    expect((await preview(_id, { amountFen: 3_990 })).data).toMatchObject({
      amountFen: 3_990,
      leftFen: 0,
    });
    expect((await preview(_id)).code).toBe(0);
    expect((await preview(_id, { amountFen: 3_989 })).message).toBe(
      '支付设置不允许部分退款，只能退回剩余的全部金额',
    );
    expect(await preview(_id, { amountFen: 3_991 })).toMatchObject({
      code: 40001,
      data: { fields: { amountFen: '超过可退金额' } },
    });
  });
});

describe('what the published rule returns', () => {
  const granted = { credits: 600, giftCredits: 60, days: 0 };
  const rule = async (fulfil: object, user: object) => {
    const { _id, payFen } = await newOrder({
      fulfil: { ...(await newOrder()).fulfil, ...fulfil },
    } as Partial<StoredOrder>);
    await set('users', USER, { activeTasks: [], ...user });
    const { data } = await preview(_id, { unused: true });
    return { share: data.amountFen / payFen, isProposed: data.amountFen === data.unusedFen };
  };
  const memberUntil = (days: number) => ({
    packageId: 'pkg_0001',
    packageExpireTime: standStill() + days * DAY,
  });

  it.each([
    ['nothing was used', { paid: 600, gift: 60 }, 1],
    ['only presents were used', { paid: 600, gift: 0 }, 600 / 660],
    ['a third was used', { paid: 400, gift: 40 }, 440 / 660],
    ['all was used', { paid: 0, gift: 0 }, 0],
  ])('is the unused share of all credits where %s', async (_what, credits, share) => {
    const found = await rule(granted, { credits });
    expect(found.isProposed).toBe(true);
    expect(found.share).toBeCloseTo(share, 2);
  });

  it('is the smaller share where credits and days were bought together', async () => {
    const both = { ...granted, days: 30 };
    const user = { credits: { paid: 600, gift: 60 }, ...memberUntil(15) };
    expect((await rule(both, user)).share).toBeCloseTo(0.5, 2);
  });
});
