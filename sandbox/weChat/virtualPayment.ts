import { createHmac, randomBytes } from 'node:crypto';
import { objectFrom } from '../exchange.ts';
import { createPushes } from './pushes.ts';
import { type Fields, WeChatRefusal } from './refusal.ts';
import { createVirtualGoods, within, wrongField } from './virtualGoods.ts';

/** Of 虚拟支付 → 基本配置. Useless elsewhere. */
export const virtualAccount = {
  offerId: '1450000001',
  /** By `env`: 0 live, 1 sandbox. */
  appKeys: ['localLiveAppKey00000000000000001', 'localSandboxAppKey00000000000001'],
};

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const BILL_MS = 2_000;
const URL_MS = 30 * 60_000;
const CODE_MS = 5 * 60_000;
const initialRefunds = { refunds: 'SUCCESS', refundsMs: 500 };
const APPLE_LEAST_FEN = 100;
const SETTLED_MS = 3 * DAY_MS;
const APPLE_SETTLED_MS = 60 * DAY_MS;
const MOST = 1_000_000;

const hmac = (key: string, text: string) => createHmac('sha256', key).update(text).digest('hex');
const seconds = (time: number) => Math.floor(time / 1_000);
const serial = (prefix: string) => `${prefix}${randomBytes(12).toString('hex')}`;

const sum = (value: unknown, most: number): value is number =>
  Number.isInteger(value) && (value as number) > 0 && (value as number) <= most;

/** What was paid, or was going to be. `status`: 1 created, 2 paid, 4 provided, 5 refunded. */
const makeOrder = (openid: string, env: number, data: Fields, isApple: boolean) => {
  const [id, productId, attach] = ['outTradeNo', 'productId', 'attach'].map(name =>
    String(data[name]),
  );
  const quantity = Number(data['buyQuantity']);
  const fen = Number(data['goodsPrice']) * quantity;
  const state = { status: 1, leftFen: 0, created: 0, paid: 0, provided: 0 };
  const its = { id: id!, productId: productId!, attach: attach!, quantity, fen };
  return { wxId: serial('W'), openid, env, isApple, ...its, ...state };
};
type Order = ReturnType<typeof makeOrder>;

/** `status`: 1 running, 7 failed, 8 done. `asked`: the request, which alone may be repeated. */
const makeRefund = (id: string, order: Order, fen: number, asked: Fields) => {
  const state = { status: 1, started: 0, ended: 0 };
  return { id, wxId: serial('R'), order, fen, asked: JSON.stringify(asked), ...state };
};
type Refund = ReturnType<typeof makeRefund>;

/** WeChat's virtual payment of a mini-program: docs/virtual-payment.md says what was found about it, and what was not. */
export const createVirtualPayment = (now: () => number, appid: string, pushUrl: () => string) => {
  const pushes = createPushes(now, appid, pushUrl);
  const goods = createVirtualGoods(now);
  const codes = new Map<string, { openid: string; time: number }>();
  const sessions = new Map<string, string>();
  const orders = new Map<string, Order>();
  const refunds = new Map<string, Refund>();
  const bills = new Map<string, { time: number; text: string }>();
  let settling = initialRefunds;

  /** What `wx.login` gives. */
  const login = ({ openid }: Fields): object => {
    if (!within(openid, 6, 64)) throw new Error('openid is a text');
    const code = serial('0');
    codes.set(code, { openid, time: now() });
    return { code };
  };
  const session = (code: string): object => {
    const given = codes.get(code);
    if (!given) throw new WeChatRefusal(40029, 'invalid code');
    if (given.time === 0) throw new WeChatRefusal(40163, 'code been used');
    if (given.time + CODE_MS < now()) throw new WeChatRefusal(40029, 'invalid code');
    codes.set(code, { ...given, time: 0 });
    const session_key = sessions.get(given.openid) ?? randomBytes(16).toString('base64');
    sessions.set(given.openid, session_key);
    return { openid: given.openid, session_key };
  };

  const pushDelivery = (order: Order) => {
    const { wxId, paid, fen, isApple } = order;
    const numbers = { MchOrderNo: `M${wxId}`, TransactionId: `T${wxId}` };
    const prices = { OrigPrice: fen, ActualPrice: fen };
    const fields = {
      OpenId: order.openid,
      OutTradeNo: order.id,
      Env: order.env,
      ...(!isApple && { WeChatPayInfo: { ...numbers, PaidTime: seconds(paid) } }),
      GoodsInfo: {
        ProductId: order.productId,
        Quantity: order.quantity,
        ...prices,
        Attach: order.attach,
      },
    };
    pushes.add('xpay_goods_deliver_notify', fields, () => provide(order));
  };
  const provide = (order: Order) => {
    if (order.status === 2) Object.assign(order, { status: 4, provided: now() });
  };

  /** 0 or WeChat's code. */
  const pay = (given: Fields): number => {
    const { openid, signData, paySig, signature, mode, terminal, outcome } = given;
    if (!within(openid, 1, 64) || !within(signData, 1, 4_096)) return -15001;
    const data = objectFrom(signData);
    const { env = 0, offerId, outTradeNo, goodsPrice, attach } = data ?? {};
    const appKey = virtualAccount.appKeys[env as number];
    if (!data || appKey === undefined || offerId !== virtualAccount.offerId) return -15016;
    if (paySig !== hmac(appKey, `requestVirtualPayment&${signData}`)) return -15006;
    const sessionKey = sessions.get(openid);
    if (sessionKey === undefined) return -15007;
    if (signature !== hmac(sessionKey, signData)) return -15005;
    if (mode !== 'short_series_goods') return -15009;
    if (data['currencyType'] !== 'CNY') return -15004;
    if (!/^(?!_)[\w|*@-]{8,32}$/.test(String(outTradeNo)) || typeof attach !== 'string')
      return -15001;
    if (!sum(data['buyQuantity'], MOST)) return -15001;
    const isApple = terminal === 'ios';
    if (isApple && env === 1) return -15011;
    const price = goods.priceOf(String(data['productId']), env as number);
    if (price < 0) return price;
    if (goodsPrice !== price) return -15013;
    const order = makeOrder(openid, env as number, data, isApple);
    if (isApple && order.fen < APPLE_LEAST_FEN) return -15001;
    if (orders.has(order.id)) return -15002;
    orders.set(order.id, { ...order, created: now() });
    if (outcome === 'cancel') return -2;
    const paid = { ...order, status: 2, leftFen: order.fen, created: now(), paid: now() };
    orders.set(order.id, paid);
    pushDelivery(paid);
    return 0;
  };

  const orderOf = ({ order_id, wx_order_id, env, openid }: Fields): Order => {
    const found = [...orders.values()].find(({ id, wxId }) =>
      wx_order_id === undefined ? id === order_id : wxId === wx_order_id,
    );
    if (!found || found.env !== env) throw wrongField('数据不存在');
    if (openid !== undefined && openid !== found.openid)
      throw new WeChatRefusal(268490001, 'openid错误');
    return found;
  };

  /** The fee is known once it is settled. */
  const settlementOf = ({ paid, fen, isApple }: Order) => {
    const time = paid + (isApple ? APPLE_SETTLED_MS : SETTLED_MS);
    if (paid === 0 || time > now()) return { sett_state: 1 };
    const platform_fee_fen = Math.round(fen * (isApple ? 0.12 : 0.01));
    return { sett_state: 2, sett_time: seconds(time), platform_fee_fen };
  };

  const orderBody = (order: Order, refund?: Refund): object => ({
    order_id: refund?.id ?? order.id,
    wx_order_id: refund?.wxId ?? order.wxId,
    create_time: seconds(refund?.started ?? order.created),
    status: refund?.status ?? order.status,
    order_fee: order.fen,
    paid_fee: order.status === 1 ? 0 : order.fen,
    order_type: (refund ? 1 : 0) + (order.isApple ? 7 : 0),
    refund_fee: refund?.fen ?? 0,
    paid_time: seconds(refund ? refund.ended : order.paid),
    provide_time: seconds(order.provided),
    biz_meta: refund
      ? (JSON.parse(refund.asked) as Fields)['biz_meta']
      : JSON.stringify({ attach: order.attach }),
    env_type: order.env + 1,
    left_fee: order.leftFen,
    ...settlementOf(order),
    channel_order_id: `M${order.wxId}`,
    wxpay_order_id: order.isApple ? '' : `T${order.wxId}`,
  });

  const query = (fields: Fields): object => {
    const { order_id, wx_order_id, openid } = fields;
    if (!within(openid, 1, 64)) throw new WeChatRefusal(268490001, 'openid错误');
    const refund = [...refunds.values()].find(
      ({ id, wxId }) => id === order_id || wxId === wx_order_id,
    );
    const order = orderOf(
      refund ? { ...fields, order_id: refund.order.id, wx_order_id: undefined } : fields,
    );
    return { order: orderBody(order, refund) };
  };

  const newRefund = (id: string, order: Order, fields: Fields): Refund => {
    const { left_fee, refund_fee } = fields;
    if (order.isApple) throw wrongField('Apple 支付不支持开发者主动退款');
    const isPaid = order.status !== 1 && order.paid + 365 * DAY_MS >= now();
    if (!isPaid) throw wrongField('订单状态不支持退款');
    if (left_fee !== order.leftFen) throw new WeChatRefusal(268490016, 'left_fee字段与实际不符');
    if (!sum(refund_fee, order.leftFen)) throw wrongField('refund_fee');
    return { ...makeRefund(id, order, refund_fee, fields), started: now() };
  };
  const startRefund = (fields: Fields): object => {
    const { refund_order_id: id, biz_meta, refund_reason, req_from } = fields;
    const order = orderOf({ ...fields, openid: fields['openid'] ?? '' });
    if (typeof id !== 'string' || !/^[\w-]{8,32}$/.test(id)) throw wrongField('refund_order_id');
    if (!within(biz_meta, 0, 1_024)) throw wrongField('biz_meta');
    if (!within(refund_reason, 1, 1) || !/[0-5]/.test(refund_reason))
      throw wrongField('refund_reason');
    if (!within(req_from, 1, 1) || !/[1-3]/.test(req_from)) throw wrongField('req_from');
    if ([...refunds.values()].some(({ order: { id }, status }) => id === order.id && status === 1))
      throw new WeChatRefusal(268490014, '退款操作进行中，稍后可以使用相同参数重试');
    const before = refunds.get(id);
    if (before && before.asked !== JSON.stringify(fields)) throw wrongField('refund_order_id');
    const refund = before?.status === 8 ? before : newRefund(id, order, fields);
    refunds.set(id, refund);
    const paid = { pay_order_id: order.id, pay_wx_order_id: order.wxId };
    return { refund_order_id: id, refund_wx_order_id: refund.wxId, ...paid };
  };

  /** Apple asks what we think of it, decides by itself, and pays back all of it. */
  const refundAtApple = ({ orderId }: Fields): object => {
    const order = orders.get(String(orderId));
    if (!order?.isApple || order.leftFen === 0) throw new Error('no such payment at Apple');
    pushes.add('xpay_subscribe_ios_refund_query_notify', {
      bundleid: 'com.tencent.xin',
      pay_order_id: order.id,
      product_id: order.productId,
      p_count: String(order.quantity),
      order_time: String(seconds(order.paid)),
      refund_time: String(seconds(now())),
      provide_status: order.status === 4 ? '1' : '0',
      refund_request_reason: 'UNINTENDED_PURCHASE',
    });
    const refund = makeRefund(serial('apple'), order, order.leftFen, {});
    refunds.set(refund.id, { ...refund, started: now() });
    return { refundId: refund.id };
  };

  const settle = (refund: Refund) => {
    const { order, fen } = refund;
    const isDone = settling.refunds === 'SUCCESS';
    Object.assign(refund, { status: isDone ? 8 : 7, ended: now() });
    if (isDone) order.leftFen -= fen;
    if (isDone && order.leftFen === 0) order.status = 5;
    pushes.add('xpay_refund_notify', {
      OpenId: order.openid,
      WxRefundId: refund.wxId,
      MchRefundId: refund.id,
      WxOrderId: order.wxId,
      MchOrderId: order.id,
      RefundFee: fen,
      RetCode: isDone ? 0 : 1,
      RetMsg: isDone ? 'success' : '商户余额不足',
      RefundStartTimestamp: seconds(refund.started),
      RefundSuccTimestamp: isDone ? seconds(now()) : 0,
      WxpayRefundTransactionId: `T${refund.wxId}`,
      RetryTimes: 0,
    });
  };
  const ticking = setInterval(() => {
    for (const refund of refunds.values())
      if (refund.status === 1 && refund.started + settling.refundsMs <= now()) settle(refund);
  }, 100);
  ticking.unref();

  const dayOf = (time: number) =>
    Number(new Date(time + 8 * HOUR_MS).toISOString().slice(0, 10).replaceAll('-', ''));
  /** The columns of the real one are not documented. */
  const bill = ({ begin_ds, end_ds }: Fields, base: string): object => {
    const [from, to] = [Number(begin_ds), Number(end_ds)];
    if (!/^\d{8}-\d{8}$/.test(`${from}-${to}`) || from > to) throw wrongField('begin_ds, end_ds');
    const back = [...refunds.values()].filter(({ status }) => status === 8);
    const lines = [
      ...[...orders.values()].map(order => ({ ...order, time: order.paid })),
      ...back.map(({ id, fen, ended, order }) => ({ id, fen: -fen, time: ended, env: order.env })),
    ].filter(({ time, env }) => env === 0 && dayOf(time) >= from && dayOf(time) <= to);
    const name = `${from}-${to}`;
    const made = bills.get(name);
    const text = ['order_id,fee,time', ...lines.map(({ id, fen, time }) => `${id},${fen},${time}`)];
    if (!made || made.time + URL_MS < now())
      bills.set(name, { time: now(), text: text.join('\n') });
    if ((bills.get(name)?.time ?? 0) + BILL_MS > now())
      throw new WeChatRefusal(268490011, '数据生成中，请稍后调用本接口获取');
    return { url: `${base}/xpay/bills/${name}.csv` };
  };

  const calls: Record<string, (fields: Fields, base: string) => object> = {
    '/xpay/query_order': query,
    '/xpay/refund_order': startRefund,
    '/xpay/notify_provide_goods': fields => {
      const order = orderOf({ ...fields, openid: undefined });
      if (order.status !== 2 && order.status !== 4) throw wrongField('订单状态不支持发货');
      provide(order);
      return {};
    },
    '/xpay/start_upload_goods': goods.upload,
    '/xpay/query_upload_goods': goods.queryUpload,
    '/xpay/start_publish_goods': goods.publish,
    '/xpay/query_publish_goods': goods.queryPublish,
    '/xpay/download_bill': bill,
  };

  return {
    session,
    has: (path: string) => Object.hasOwn(calls, path),
    /** `body` as it was sent: the signature is over its bytes. */
    call(path: string, query: URLSearchParams, body: string, fields: Fields, base: string): object {
      const { env = path === '/xpay/download_bill' ? 0 : undefined } = fields;
      const key = virtualAccount.appKeys[env as number];
      if (key === undefined) throw wrongField('env');
      const given = query.get('pay_sig');
      // The page of this one names no signature, the guide does.
      const isFree = path === '/xpay/notify_provide_goods' && given === null;
      if (!isFree && given !== hmac(key, `${path}&${body}`))
        throw new WeChatRefusal(268490003, '签名错误');
      return calls[path]!(fields, base);
    },
    bill(name: string): string | null {
      const made = bills.get(name);
      return made && made.time + URL_MS >= now() ? made.text : null;
    },
    /**
     * What the phone does: `login {openid}`, `requestVirtualPayment {openid, signData, paySig, signature, mode}`; and
     * Apple: `refundAtApple {orderId}`.
     */
    act(name: string, given: Fields): object | null {
      if (name === '/login') return login(given);
      if (name === '/refundAtApple') return refundAtApple(given);
      if (name !== '/requestVirtualPayment') return null;
      const errCode = pay(given);
      return { errCode, errMsg: `requestVirtualPayment:${errCode ? `fail ${errCode}` : 'ok'}` };
    },
    /**
     * `{expireSession: openid}`, `{refunds: 'SUCCESS'|'FAIL', refundsMs}`, `{paidAt: {orderId: time}}`, and those of goods
     * and pushes.
     */
    adjust(given: Fields): boolean {
      const { expireSession, refunds: to, refundsMs, paidAt } = given;
      for (const [id, paid] of Object.entries(paidAt ?? {}))
        Object.assign(orders.get(id)!, { paid });
      if (typeof expireSession === 'string') sessions.delete(expireSession);
      if (to !== undefined) settling = { ...settling, refunds: String(to) };
      if (typeof refundsMs === 'number') settling = { ...settling, refundsMs };
      const isOwn = [expireSession, to, refundsMs, paidAt].some(value => value !== undefined);
      return [goods.adjust(given), pushes.adjust(given), isOwn].includes(true);
    },
    seen: () => ({
      virtualOrders: [...orders.values()],
      virtualRefunds: [...refunds.values()].map(({ order, ...refund }) => ({
        ...refund,
        orderId: order.id,
      })),
      pushes: pushes.waiting(),
    }),
    forget() {
      [codes, sessions, orders, refunds, bills].forEach(kept => kept.clear());
      settling = initialRefunds;
      goods.forget();
      pushes.forget();
    },
    close() {
      clearInterval(ticking);
      pushes.close();
    },
  };
};
