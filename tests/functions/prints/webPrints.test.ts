import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { StoredOrder } from '#cloudfunctions/_shared/orders/orders.ts';
import { functions } from '#contract/index.ts';
import { fileRow } from '../world/fixtures/files.ts';
import { startWorld } from '../world/harness.ts';
import { runJob } from '../world/runJob.ts';
import { printsOf } from './prints.ts';

const world = await startWorld();
const { call, ok, rows } = world;
const { wechatpay } = world.sandbox;
beforeEach(() => world.reset());
const { order, print, set, http, tradeOf, notices, gateway } = await printsOf(world);
const closeExpired = () => runJob('orders');

const DAY = 86_400_000;
const anonymous = { caller: { TCB_UUID: '2000000000000000002', TCB_ISANONYMOUS_USER: 'true' } };
const wechat = (at: number) => ({
  caller: { TCB_UUID: `9${at}`, WX_OPENID: `oMiniProgramUser00000000000${at}` },
});
const example = functions.appPrint.createPrintOrder.example;

/** An order of the try-out account, which is a visitor of the web. */
const place = async () => {
  const data = await ok('appPrint', 'createPrintOrder', example);
  return { ...data, order: await order(data.orderId) };
};
/** The same with the code in its link. */
const placeWithLink = async () => {
  const placed = await place();
  const { url } = await ok('appPrint', 'linkPrintOrder', { id: placed._id });
  return { ...placed, claimCode: await codeIn(url) };
};
/** What the mini-program finds in the link that opens it. */
const codeIn = async (url: string): Promise<string> => {
  const { links } = await world.standIn<{ links: { url: string; query: string }[] }>('wechat');
  return links.find(link => link.url === url)!.query.replace('claim=', '');
};
const claim = (code: string, who: object = wechat(1)) =>
  call('appPrint', 'claimPrintOrder', { code }, who);
const see = (id: string, who: object = {}) => ok('appPrint', 'getPrintOrder', { id }, who);
const pay = async (of: StoredOrder) =>
  http('payNotice', notices.signed('', notices.ofTrade(tradeOf(of))));

describe('prints ordered on the web', () => {
  it('wait for days, and are paid on their page by a code', async () => {
    const placed = await place();
    expect(placed).toMatchObject({
      payment: { kind: 'native' },
      source: 'web',
      isOwn: true,
    });
    expect(placed.order).toMatchObject({ prepaid: true, prepayId: '', claim: null });
    expect(placed.expireTime! - placed.createTime).toBe(3 * DAY);
    expect(gateway.trades.get(placed.order.orderNo)).toMatchObject({ totalFen: placed.payFen });
    expect((await rows('printClaims')).map(({ printId }) => printId)).not.toContain(placed._id);
    const again = await ok('appOrder', 'payOrder', { id: placed.orderId });
    expect(again.payment).toEqual(placed.payment);
    expect((await call('appOrder', 'payOrder', { id: placed.orderId }, anonymous)).code).toBe(
      40400,
    );
    await pay(placed.order);
    expect(await see(placed._id)).toMatchObject({ status: 'paid' });
  });

  it('wait as long as the setting says, and are closed with a sentence', async () => {
    await set('settings', 'payment', { webOrderDays: 5 });
    const placed = await placeWithLink();
    expect(placed.expireTime! - placed.createTime).toBe(5 * DAY);
    await closeExpired();
    expect((await order(placed.orderId)).status).toBe('pending');
    const early = { createTime: Date.now() - 5 * DAY - 1_000, expireTime: Date.now() - 1_000 };
    await set('orders', placed.orderId, early);
    await set('printOrders', placed._id, early);
    expect((await claim(placed.claimCode)).code).toBe(40902);
    await closeExpired();
    const closed = await order(placed.orderId);
    expect(closed).toMatchObject({ status: 'closed' });
    expect(closed.history.at(-1)?.reason).toBe('超过 5 天未支付，已自动关闭');
    expect(await see(placed._id)).toMatchObject({
      status: 'cancelled',
      closeReason: '超过 5 天未支付，已自动关闭',
    });
  });

  it('do not show the visitor what an administrator wrote about the closing', async () => {
    const placed = await placeWithLink();
    const closing = { id: placed.orderId, status: 'closed', reason: '用户多次恶意下单' };
    await ok('adminOrder', 'updateOrderStatus', closing);
    expect(await see(placed._id)).toMatchObject({ status: 'cancelled', closeReason: '' });
  });

  it('are prepaid at once inside WeChat', async () => {
    const user = await world.account(wechat(5));
    const path = 'user_upload/demo/mine.jpg';
    await world.insert('files', [fileRow(path, { userId: user, scene: 'user_upload' })]);
    const items = [{ ...example.items[0], filePath: path }];
    const data = await ok('appPrint', 'createPrintOrder', { ...example, items }, wechat(5));
    expect(data).toMatchObject({
      payment: { kind: 'jsapi' },
      source: 'mini_program',
    });
    expect(data.expireTime! - data.createTime).toBe(30 * 60_000);
  });
});

describe('taking over an order', () => {
  it('moves order, prints and photos to the user who pays', async () => {
    const placed = await placeWithLink();
    const { data } = await claim(placed.claimCode.toLowerCase().replaceAll('-', ' '));
    expect(data).toMatchObject({
      _id: placed._id,
      payFen: placed.payFen,
      payment: { kind: 'jsapi' },
      isClaimed: true,
      isOwn: true,
    });
    expect(data.address.detail).not.toBe('');
    const taker = await world.account(wechat(1));
    const [its, stored] = [await order(placed.orderId), await print(placed._id)];
    const openid = wechat(1).caller.WX_OPENID;
    for (const one of [its, stored])
      expect(one).toMatchObject({ userId: taker, openid, claim: { fromUserId: 'usr_0001' } });
    expect(its).toMatchObject({ prepaid: true, source: 'web', payFen: placed.payFen });
    for (const one of [its, stored]) expect(one).toMatchObject({ expireTime: placed.expireTime });
    expect(its.history.at(-1)?.reason).toContain('认领并支付');
    const photo = (await rows('files')).find(
      ({ filePath }) => filePath === example.items[0]!.filePath,
    );
    expect(photo?.['userId']).toBe(taker);
    expect(its.orderNo).not.toBe(placed.order.orderNo);
    expect(stored.orderNo).toBe(its.orderNo);
    expect(gateway.trades.get(its.orderNo)).toMatchObject({ totalFen: placed.payFen });
    expect(gateway.trades.get(placed.order.orderNo)?.state).toBe('CLOSED');
    // Who placed it sees how it goes, and no longer where to.
    const seen = await see(placed._id);
    expect(seen).toMatchObject({ isOwn: false, isClaimed: true, status: 'pending' });
    expect(seen.address).toMatchObject({ name: '', phoneTail: '', detail: '' });
    const { list } = await ok('appPrint', 'getPrintOrders', { pageSize: 100 });
    expect(list.map(({ _id }) => _id)).toContain(placed._id);
    const cancel = await call('appOrder', 'cancelOrder', { id: placed.orderId });
    expect(cancel.code).toBe(40400);
    expect((await call('appPrint', 'confirmReceipt', { id: placed._id })).code).toBe(40400);
    const logRows = (await rows('userLogs')).filter(({ refId }) => refId === placed.orderId);
    expect(logRows.map(({ userId }) => userId).sort()).toEqual(['usr_0001', taker].sort());
    // It is printed from the photos of the one who placed it.
    const { open } = await ok('appUser', 'deleteMyData', { preview: true });
    expect(open).toContainEqual(expect.objectContaining({ kind: 'print', id: placed._id }));
    const before = await world.dump();
    expect((await call('appUser', 'deleteMyData', { preview: false })).code).toBe(40902);
    expect(await world.dump()).toBe(before);
  });

  it('counts the payment for the user who made it', async () => {
    const placed = await placeWithLink();
    await claim(placed.claimCode);
    expect((await pay(await order(placed.orderId))).statusCode).toBe(200);
    expect((await print(placed._id)).status).toBe('paid');
    const stats = async (id: string) =>
      ((await rows('users')).find(({ _id }) => _id === id) as unknown as { stats: object }).stats;
    const taker = await world.account(wechat(1));
    expect(await stats(taker)).toMatchObject({ paidFen: placed.payFen, printCount: 1 });
    expect(await stats('usr_0001')).toMatchObject({ printCount: 0 });
    expect((await see(placed._id)).status).toBe('paid');
    // Only the user who has taken it over sees where the parcel is.
    await set('printOrders', placed._id, { status: 'shipped', expressNo: 'SF1234567890555' });
    expect(await see(placed._id)).toMatchObject({ status: 'shipped', expressNo: '' });
    expect(await see(placed._id, wechat(1))).toMatchObject({ expressNo: 'SF1234567890555' });
    // A lost answer: the same user gets the same answer again, now without a payment.
    expect(await claim(placed.claimCode)).toMatchObject({ code: 0, data: { payment: null } });
    expect((await claim(placed.claimCode, wechat(2))).code).toBe(40902);
  });

  it('succeeds for one of many at once, and again for the same one', async () => {
    const placed = await placeWithLink();
    const answers = await Promise.all(
      [1, 2, 3, 4, 5].map(at => claim(placed.claimCode, wechat(at))),
    );
    expect(answers.map(({ code }) => code).sort()).toEqual([0, 40902, 40902, 40902, 40902]);
    const winner = answers.findIndex(({ code }) => code === 0) + 1;
    const twice = await Promise.all([1, 2].map(() => claim(placed.claimCode, wechat(winner))));
    expect(twice.map(({ data }) => [data._id, data.payment?.kind])).toEqual([
      [placed._id, 'jsapi'],
      [placed._id, 'jsapi'],
    ]);
    const { history } = await order(placed.orderId);
    expect(history).toHaveLength(1);
  });

  it('answers wrong codes alike, and after some of them not at all', async () => {
    const placed = await placeWithLink();
    const [last] = placed.claimCode.slice(-1);
    const mistyped = placed.claimCode.slice(0, -1) + (last === '7' ? '8' : '7');
    const unknown = functions.appUser.redeemCode.example.code;
    for (const code of [mistyped, unknown, 'x', placed._id, placed.orderId])
      expect(await claim(code, wechat(3))).toMatchObject({
        code: 40902,
        message: '链接无效，请回到下单的网页重新打开',
      });
    expect((await claim(placed.claimCode, wechat(3))).code).toBe(42901);
    expect((await claim(placed.claimCode, wechat(4))).code).toBe(0);
  });

  it('is refused with too many unpaid orders, also concurrently, until one is cancelled', async () => {
    const taker = await world.account(wechat(6));
    const unpaid = async () =>
      (await rows('orders')).filter(
        ({ userId, status }) => userId === taker && status === 'pending',
      );
    const buy = () =>
      ok('appOrder', 'createOrder', { packageId: 'pkg_0002', refundRules: '1' }, wechat(6));
    for (let count = 0; count < 8; count += 1) await buy();
    const placed = await Promise.all([1, 2, 3, 4].map(placeWithLink));
    const answers = await Promise.all(placed.map(({ claimCode }) => claim(claimCode, wechat(6))));
    expect(answers.map(({ code }) => code).sort()).toEqual([0, 0, 42901, 42901]);
    expect(await unpaid()).toHaveLength(10);
    const left = placed[answers.findIndex(({ code }) => code !== 0)]!;
    // It is no wrong code, and still works: for others at once, for this user when there is room.
    for (let tries = 0; tries < 6; tries += 1)
      expect(await claim(left.claimCode, wechat(6))).toMatchObject({
        code: 42901,
        message: '未支付的订单过多，请先支付或取消，再支付这笔订单',
      });
    // What the user has taken over is answered again.
    const taken = placed[answers.findIndex(({ code }) => code === 0)]!;
    expect((await claim(taken.claimCode, wechat(6))).code).toBe(0);
    await ok('appOrder', 'cancelOrder', { id: taken.orderId }, wechat(6));
    expect((await claim(left.claimCode, wechat(6))).code).toBe(0);
    expect(await unpaid()).toHaveLength(10);
  });

  it('needs the mini-program', async () => {
    const placed = await placeWithLink();
    expect(await claim(placed.claimCode, anonymous)).toMatchObject({
      code: 40902,
      message: '请在微信小程序中支付这笔订单',
    });
    expect((await claim(placed.claimCode, {})).code).toBe(40902);
    expect((await order(placed.orderId)).claim).toBeNull();
  });

  it('is refused once the order is cancelled', async () => {
    const placed = await placeWithLink();
    await ok('appOrder', 'cancelOrder', { id: placed.orderId });
    expect((await claim(placed.claimCode)).code).toBe(40902);
  });

  it('and cancelling at the same time leave one of both', async () => {
    for (let round = 0; round < 4; round += 1) {
      const placed = await placeWithLink();
      const [taken] = await Promise.all([
        claim(placed.claimCode, wechat(round)),
        call('appOrder', 'cancelOrder', { id: placed.orderId }),
      ]);
      const its = await order(placed.orderId);
      expect(its.status).toBe(taken.code === 0 ? 'pending' : 'closed');
      expect((await print(placed._id)).status).toBe(taken.code === 0 ? 'pending' : 'cancelled');
    }
  });

  it('while the order is about to be closed leaves it open', async () => {
    const placed = await placeWithLink();
    const { database } = world.emulator;
    const handle = database.handle.bind(database);
    let taken: ReturnType<typeof claim> | undefined;
    // Between the look at the order and the transaction that closes it.
    const calls = vi.spyOn(database, 'handle').mockImplementation(async (action, body) => {
      if (action === 'database.startTransaction' && !taken) {
        taken = claim(placed.claimCode);
        await taken;
      }
      return handle(action, body);
    });
    const cancelling = call('appOrder', 'cancelOrder', { id: placed.orderId });
    expect((await cancelling.finally(() => calls.mockRestore())).code).toBe(50201);
    expect((await taken)?.code).toBe(0);
    expect((await order(placed.orderId)).status).toBe('pending');
    expect((await print(placed._id)).status).toBe('pending');
  });

  it('asks the gateway for a new way to pay when the old one is too old', async () => {
    const placed = await placeWithLink();
    const first = await claim(placed.claimCode);
    expect((await claim(placed.claimCode)).data.payment).toMatchObject({
      package: (first.data.payment as { package: string }).package,
    });
    await set('orders', placed.orderId, { prepayTime: Date.now() - 2 * 3_600_000 });
    const later = (await claim(placed.claimCode)).data.payment as { package: string };
    expect(later.package).not.toBe((first.data.payment as { package: string }).package);
  });

  it('leaves an order that the worker closes through the gateway', async () => {
    const placed = await placeWithLink();
    await claim(placed.claimCode);
    await set('orders', placed.orderId, { expireTime: Date.now() - 1_000 });
    await closeExpired();
    const its = await order(placed.orderId);
    expect(its.status).toBe('closed');
    expect(gateway.trades.get(its.orderNo)?.state).toBe('CLOSED');
  });
});

describe('money received outside WeChat', () => {
  const mark = (id: string, more: object = {}) =>
    call('adminOrder', 'markPaidOffline', { id, reason: '门店收款', ...more });

  it('pays an order from the web, once', async () => {
    const placed = await placeWithLink();
    expect(await mark(placed.orderId, { expectPayFen: 1 })).toMatchObject({
      code: 40902,
      data: { payFen: placed.payFen },
    });
    const answers = await Promise.all([1, 2].map(() => mark(placed.orderId)));
    expect(answers.map(({ code }) => code)).toEqual([0, 0]);
    expect((await mark(placed.orderId)).code).toBe(0);
    const its = await order(placed.orderId);
    expect(its).toMatchObject({ status: 'paid', fulfil: { status: 'done' } });
    expect(its.history).toHaveLength(1);
    const stored = await print(placed._id);
    expect(stored).toMatchObject({ status: 'paid', openid: 'custom:first_admin' });
    expect(stored.slaTime).toBeGreaterThan(Date.now());
    expect((await claim(placed.claimCode)).code).toBe(40902);
    const refund = { amountFen: placed.payFen, reasonCode: '其他', reason: '退款' };
    const wish = { id: placed.orderId, ...refund };
    expect(await call('adminOrder', 'processRefund', wish)).toMatchObject({
      code: 0,
      data: { status: 'success' },
    });
    expect(gateway.refunds.size).toBe(0);
  });

  it('is kept with a note and a picture, which only administrators see and which cannot be deleted', async () => {
    const placed = await placeWithLink();
    const upload = { ...functions.adminStorage.uploadImage.example, scene: 'voucher' as const };
    const { filePath: voucher } = await ok('adminStorage', 'uploadImage', upload);
    const note = '李店长收，微信转账';
    expect(await mark(placed.orderId, { note, voucher })).toMatchObject({
      code: 0,
      data: { offlineNote: note, voucher },
    });
    const audit = (await rows('auditLogs')).find(
      ({ resourceId, action }) => resourceId === placed.orderId && action === 'markPaidOffline',
    );
    expect(audit?.['diff']).toEqual(
      expect.arrayContaining([
        { path: 'offlineNote', from: '', to: note },
        { path: 'voucher', from: '', to: voucher },
      ]),
    );
    expect(await call('adminStorage', 'deleteImage', { filePath: voucher })).toMatchObject({
      code: 40904,
      data: { references: [{ resource: 'order', _id: placed.orderId }] },
    });
    const wish = { fileList: [voucher] };
    expect((await ok('adminStorage', 'getFileList', wish)).list).toHaveLength(1);
    const public_ = await ok('imageService', 'getSignedUrls', { urls: [voucher] });
    expect(public_.list).toMatchObject([{ url: '' }]);
    expect((await rows('files')).find(({ filePath }) => filePath === voucher)).toMatchObject({
      unused: false,
    });
  });

  it.each([
    ['that is gone', 'voucher/202611/gone.png'],
    ['from a public folder', 'template/demo/tpl_0001.png'],
  ])('is not recorded with a picture %s, and nothing is closed', async (_which, voucher) => {
    const placed = await placeWithLink();
    expect(await mark(placed.orderId, { voucher })).toMatchObject({
      code: 40001,
      data: { fields: { voucher: '凭证图片不存在或已删除，请重新上传' } },
    });
    expect(await order(placed.orderId)).toMatchObject({ status: 'pending', voucher: '' });
  });

  it('closes the code on the page first, and the order is neither linked nor taken over any more', async () => {
    const placed = await placeWithLink();
    const { codeUrl, orderNo } = placed.order;
    wechatpay.disturb({ mode: 'fail', ms: 0, times: 1 });
    expect((await mark(placed.orderId)).code).toBe(50201);
    expect((await mark(placed.orderId)).code).toBe(0);
    expect(gateway.trades.get(orderNo)?.state).toBe('CLOSED');
    await expect(gateway.scan(codeUrl, 'camera')).rejects.toThrow();
    expect(await ok('appPrint', 'linkPrintOrder', { id: placed._id })).toEqual({ url: '' });
    expect((await ok('appOrder', 'payOrder', { id: placed.orderId })).payment).toBeNull();
    expect(await claim(placed.claimCode)).toMatchObject({
      code: 40902,
      message: '这笔订单已经支付，不用再付',
    });
  });

  it('is closed at the gateway first where the order was taken over', async () => {
    const placed = await placeWithLink();
    await claim(placed.claimCode);
    const its = await order(placed.orderId);
    wechatpay.disturb({ mode: 'fail', ms: 0, times: 1 });
    expect((await mark(placed.orderId)).code).toBe(50201);
    expect((await mark(placed.orderId)).code).toBe(0);
    for (const { orderNo } of [placed.order, its])
      expect(gateway.trades.get(orderNo)?.state).toBe('CLOSED');
    expect((await claim(placed.claimCode)).data).toMatchObject({ status: 'paid', payment: null });
  });

  it('and taking over at the same time leave one of both, and nothing to pay twice', async () => {
    for (let round = 0; round < 4; round += 1) {
      const placed = await placeWithLink();
      const [taken, marked] = await Promise.all([
        claim(placed.claimCode, wechat(round)),
        mark(placed.orderId),
      ]);
      const { status, payChannel, orderNo } = await order(placed.orderId);
      if (marked.code === 0) {
        expect([status, payChannel]).toEqual(['paid', 'offline']);
        expect(gateway.trades.get(orderNo)?.state).toBe('CLOSED');
      } else {
        expect(taken.code).toBe(0);
        expect(status).toBe('pending');
      }
      expect(gateway.trades.get(placed.order.orderNo)?.state).toBe('CLOSED');
    }
  });

  it.each([
    ['has paid by the code of its page', false],
    ['has paid in the mini-program', true],
  ])('is refused where the user %s already', async (_which, isTaken) => {
    const placed = await placeWithLink();
    if (isTaken) await claim(placed.claimCode);
    await gateway.pay((await order(placed.orderId)).orderNo);
    expect((await mark(placed.orderId)).code).toBe(40902);
    expect(await order(placed.orderId)).toMatchObject({ status: 'paid', payChannel: 'wxpay' });
  });
});
