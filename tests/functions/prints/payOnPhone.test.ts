import { beforeEach, describe, expect, it } from 'vitest';
import { functions } from '#contract/index.ts';
import { startWorld } from '../world/harness.ts';
import { runJob } from '../world/runJob.ts';
import { printsOf } from './prints.ts';

const world = await startWorld({ WECHAT_TIMEOUT_MS: 20_000 });
const { call, ok, rows } = world;
const { wechatpay } = world.sandbox;
beforeEach(() => world.reset());
const { order, print, set, gateway, http, notices } = await printsOf(world);

const DAY = 86_400_000;
const HOUR = 3_600_000;
const wechat = (at: number) => ({
  caller: { TCB_UUID: `9${at}`, WX_OPENID: `oMiniProgramUser00000000000${at}` },
});

interface Link {
  url: string;
  path: string;
  query: string;
  until: number;
}
const weChat = (given?: object) =>
  world.standIn<{ links: Link[]; calls: { path: string }[] }>('wechat', given);
const linksMade = async () =>
  (await weChat()).calls.filter(({ path }) => path === '/wxa/generate_urllink').length;
const settings = (miniProgram: object) =>
  ok('adminSettings', 'updateSettings', { type: 'notification', data: { miniProgram } });

/** An order of the try-out account, which is a visitor of the web. */
const place = async () => {
  const placed = await ok(
    'appPrint',
    'createPrintOrder',
    functions.appPrint.createPrintOrder.example,
  );
  return { ...placed, order: await order(placed.orderId) };
};
const link = (id: string, who: object = {}) => call('appPrint', 'linkPrintOrder', { id }, who);
const linkOf = async (id: string) => (await ok('appPrint', 'linkPrintOrder', { id })).url;
/** The mini-program that the link opens, with the code in its query. */
const opened = async (url: string): Promise<string> => {
  const found = (await weChat()).links.find(one => one.url === url);
  expect(found).toMatchObject({ path: 'pages/claim/index' });
  return /^claim=([0-9A-Z]{18})$/.exec(found!.query)![1]!;
};
const claim = (code: string, who: object = wechat(1)) =>
  call('appPrint', 'claimPrintOrder', { code }, who);
const codeOf = async (orderId: string): Promise<string> => {
  const { payment } = await ok('appOrder', 'payOrder', { id: orderId });
  return payment?.kind === 'native' ? payment.codeUrl : '';
};
/** The notice of a payment comes. */
const notify = async (orderId: string) => {
  const trade = gateway.trades.get((await order(orderId)).orderNo)!;
  expect((await http('payNotice', notices.signed('', notices.ofTrade(trade)))).statusCode).toBe(
    200,
  );
};
const paidTrades = (fen: number) =>
  [...gateway.trades.values()].filter(
    ({ state, totalFen, successTime }) =>
      state === 'SUCCESS' && totalFen === fen && Date.now() - (successTime ?? 0) < 60_000,
  );

describe('the code of an unpaid order', () => {
  it('is the same while it is valid, and is paid by a camera alone', async () => {
    const { orderId, payment } = await place();
    const code = await codeOf(orderId);
    expect(payment).toEqual({ kind: 'native', codeUrl: code });
    for (const from of ['album', 'press'] as const)
      await expect(gateway.scan(code, from)).rejects.toThrow('暂不支持');
    await gateway.scan(code, 'camera');
    await notify(orderId);
    expect((await order(orderId)).status).toBe('paid');
    await expect(gateway.scan(code, 'camera')).rejects.toThrow('请重新下单');
  });

  it('is another after two hours, and the one before is good for nothing', async () => {
    const { orderId } = await place();
    const first = await codeOf(orderId);
    await set('orders', orderId, { prepayTime: Date.now() - 2 * HOUR });
    const next = await codeOf(orderId);
    expect(next).not.toBe(first);
    await expect(gateway.scan(first, 'camera')).rejects.toThrow();
    await gateway.scan(next, 'camera');
  });
});

describe('the link into the mini-program', () => {
  it('is made by WeChat once, until the order is closed, and is kept as a secret', async () => {
    const placed = await place();
    const { url } = await ok('appPrint', 'linkPrintOrder', { id: placed._id });
    expect(url).toMatch(/^https:\/\/wxaurl\.cn\//);
    const code = await opened(url);
    const { until } = (await weChat()).links.find(one => one.url === url)!;
    expect(Math.abs(until - placed.expireTime!)).toBeLessThan(1_001);
    expect(await linkOf(placed._id)).toBe(url);
    expect(await linksMade()).toBe(1);
    const stored = await world.dump();
    for (const secret of [code, url]) expect(stored).not.toContain(secret);
  });

  it('has one claim for requests at once', async () => {
    const { _id } = await place();
    const urls = await Promise.all([1, 2, 3].map(() => linkOf(_id)));
    expect(new Set(await Promise.all(urls.map(opened))).size).toBe(1);
  });

  it('is answered to who placed the order alone', async () => {
    const { _id } = await place();
    expect((await link(_id, wechat(1))).code).toBe(40400);
    expect((await rows('printClaims')).some(({ printId }) => printId === _id)).toBe(false);
  });

  it('is offered only with a page, an AppSecret, and while the order waits', async () => {
    const { _id, orderId } = await place();
    await settings({ claimPage: '' });
    expect(await linkOf(_id)).toBe('');
    await settings({ claimPage: 'pages/claim/index' });
    await set('settings', 'notification', { 'miniProgram.appSecretEnc': '' });
    expect(await linkOf(_id)).toBe('');
    await ok('appOrder', 'cancelOrder', { id: orderId });
    expect(await linkOf(_id)).toBe('');
    expect(await linksMade()).toBe(0);
  });

  it.each([
    ['of a page that is not published', { claimPage: 'pages/other/index' }, {}],
    ['beyond the links of a day', {}, { links: 0 }],
    ['that waits longer than a link may', {}, {}, 31 * DAY],
  ])(
    '%s is refused by WeChat, and may be asked for again',
    async (_which, page, limit, more = 0) => {
      const { _id, expireTime } = await place();
      await settings(page);
      if (Object.keys(limit).length > 0) await weChat(limit);
      await set('printOrders', _id, { expireTime: expireTime! + more });
      expect((await link(_id)).code).toBe(50201);
      await settings({ claimPage: 'pages/claim/index' });
      await weChat({ links: 1 });
      await set('printOrders', _id, { expireTime });
      await opened(await linkOf(_id));
    },
  );

  it('whose answer was lost carries the same claim when it is asked for again', async () => {
    const { _id } = await place();
    await weChat({ mode: 'lose', times: 1, path: '/wxa/generate_urllink' });
    expect((await link(_id)).code).toBe(50201);
    await weChat({ mode: 'ok' });
    const code = await opened(await linkOf(_id));
    const made = (await weChat()).links.map(({ query }) => query);
    expect(made).toEqual([`claim=${code}`, `claim=${code}`]);
  });

  it('leads to the page that the settings name now', async () => {
    const { _id } = await place();
    await settings({ claimPage: 'pages/print/index' });
    const before = await linkOf(_id);
    await settings({ claimPage: 'pages/claim/index' });
    const now = await linkOf(_id);
    expect(now).not.toBe(before);
    await opened(now);
  });
});

describe('an order that is paid in the mini-program', () => {
  const placeAndOpen = async () => {
    const placed = await place();
    return { ...placed, claimCode: await opened(await linkOf(placed._id)) };
  };

  it('cannot be paid by the code of its page any more, also where the browser was closed', async () => {
    const { _id, orderId, payFen, claimCode, order: web } = await placeAndOpen();
    const onPage = web.codeUrl || (await codeOf(orderId));
    const { data } = await claim(claimCode);
    expect(data).toMatchObject({ _id, payment: { kind: 'jsapi' } });
    await expect(gateway.scan(onPage, 'camera')).rejects.toThrow();
    expect((await call('appOrder', 'payOrder', { id: orderId })).code).toBe(40400);
    await gateway.pay((await order(orderId)).orderNo);
    await notify(orderId);
    expect((await print(_id)).status).toBe('paid');
    expect(paidTrades(payFen)).toHaveLength(1);
    expect((await ok('appPrint', 'getPrintOrder', { id: _id })).status).toBe('paid');
  });

  it('was paid by its code before: the link says so, and takes nothing over', async () => {
    const { orderId, claimCode } = await placeAndOpen();
    await gateway.scan(await codeOf(orderId), 'camera');
    expect(await claim(claimCode)).toMatchObject({
      code: 40902,
      message: '这笔订单已经支付，不用再付',
    });
    expect(await order(orderId)).toMatchObject({ status: 'paid', claim: null });
    expect((await claim(claimCode)).message).toBe('这笔订单已经支付，不用再付');
  });

  it('belongs to the first of two people with one link; the second learns it', async () => {
    const { claimCode, orderId } = await placeAndOpen();
    const answers = await Promise.all([1, 2].map(at => claim(claimCode, wechat(at))));
    expect(answers.map(({ code }) => code).sort()).toEqual([0, 40902]);
    const loser = answers.findIndex(({ code }) => code !== 0) + 1;
    for (let tries = 0; tries < 7; tries += 1)
      expect(await claim(claimCode, wechat(loser))).toMatchObject({
        code: 40902,
        message: '这笔订单已由另一个微信账号认领',
      });
    await gateway.pay((await order(orderId)).orderNo);
    await notify(orderId);
    expect((await order(orderId)).status).toBe('paid');
    expect((await order(orderId)).openid).toBe(wechat(3 - loser).caller.WX_OPENID);
  });

  it('is not taken over where the gateway does not say whether it was paid', async () => {
    const { claimCode, orderId, order: web } = await placeAndOpen();
    wechatpay.disturb({ mode: 'fail', ms: 0, times: 1 });
    expect((await claim(claimCode)).code).toBe(50201);
    expect(await order(orderId)).toMatchObject({ orderNo: web.orderNo, claim: null });
    expect((await claim(claimCode)).code).toBe(0);
  });

  it('has the same payment when its answer was lost', async () => {
    const { claimCode, orderId } = await placeAndOpen();
    const first = await claim(claimCode);
    const { orderNo, prepayId } = await order(orderId);
    expect((await claim(claimCode)).data.payment).toMatchObject({
      package: `prepay_id=${prepayId}`,
    });
    expect(first.data.payment).toMatchObject({ package: `prepay_id=${prepayId}` });
    expect((await order(orderId)).orderNo).toBe(orderNo);
  });

  it('is paid on its page again where its code was closed and nobody took it over', async () => {
    const { _id, orderId, order: web } = await placeAndOpen();
    await gateway.close(web.orderNo);
    const code = await codeOf(orderId);
    expect((await order(orderId)).orderNo).not.toBe(web.orderNo);
    expect((await print(_id)).orderNo).toBe((await order(orderId)).orderNo);
    await gateway.scan(code, 'camera');
    await notify(orderId);
    expect((await print(_id)).status).toBe('paid');
  });

  it('is closed at the gateway under its new number when nobody pays it', async () => {
    const { claimCode, orderId } = await placeAndOpen();
    await claim(claimCode);
    await set('orders', orderId, { expireTime: Date.now() - 1_000 });
    await runJob('orders');
    const { status, orderNo } = await order(orderId);
    expect([status, gateway.trades.get(orderNo)?.state]).toEqual(['closed', 'CLOSED']);
    expect((await claim(claimCode, wechat(2))).code).toBe(40902);
  });
});
