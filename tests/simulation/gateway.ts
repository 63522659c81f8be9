import { generateKeyPairSync } from 'node:crypto';
import { createGateway, type Settling } from '../../sandbox/wechatPay/gateway.ts';
import { makeWechatPayKeys, publicHalf, type WechatPayKeys } from '../../sandbox/wechatPay/keys.ts';
import { createNotices, type SignedNotice } from '../../sandbox/wechatPay/notices.ts';
import {
  refundBody,
  Refusal,
  type SandboxRefund,
  type Trade,
  tradeBody,
} from '../../sandbox/wechatPay/records.ts';
import { createSigner } from '../../sandbox/wechatPay/signing.ts';
import type { Scheduler } from './scheduler.ts';

export const GATEWAY_URL = 'http://gateway.test';
const PAY_NOTICES = 'http://127.0.0.1/pay';
const REFUND_NOTICES = 'http://127.0.0.1/refund';

/** Short ones sign in a twentieth of the time, with the same code on both sides. */
const shortKey = () =>
  generateKeyPairSync('rsa', { modulusLength: 512 })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString();

export const makeKeys = (): WechatPayKeys => ({
  ...makeWechatPayKeys(),
  merchantPrivateKey: shortKey(),
  platformPrivateKey: shortKey(),
});

/** One subscribe message. */
export type MessageCall = 'message';

export type GatewayCall =
  | 'prepay'
  | 'queryTrade'
  | 'closeTrade'
  | 'refund'
  | 'queryRefund'
  | 'applyAbnormal';

/** The delays and failures of one request and its answer. */
export interface Manner {
  /** Milliseconds; Infinity: it never arrives. */
  there: number;
  /** Answered with a server error, and nothing has happened, or all of it; or refused for want of money. */
  fails?: 'without effect' | 'with effect' | 'refused' | undefined;
  /** Milliseconds; Infinity: the answer is lost. */
  back: number;
}

/** The delays in milliseconds after which a notice is delivered, each time; empty: it is lost. */
export type NoticeManner = number[];

export interface GatewayOptions {
  keys: WechatPayKeys;
  scheduler: Scheduler;
  manner(call: GatewayCall, number: string): Manner;
  settling(): Settling;
  notice(): NoticeManner;
  deliver(to: 'payNotice' | 'refundNotice', notice: SignedNotice): Promise<boolean>;
  /** A push of a virtual payment, to be signed. */
  push(content: object): Promise<boolean>;
}

export interface Sent {
  time: number;
  call: GatewayCall;
  /** Number of the refund or the order. */
  number: string;
}

interface Request {
  method: string;
  target: string;
  call: GatewayCall;
  number: string;
  body: string;
  authorization: string | undefined;
}

const calls: [method: string, path: RegExp, call: GatewayCall][] = [
  ['POST', /^\/v3\/pay\/transactions\/native$/, 'prepay'],
  ['GET', /^\/v3\/pay\/transactions\/out-trade-no\/([^/?]+)\?/, 'queryTrade'],
  ['POST', /^\/v3\/pay\/transactions\/out-trade-no\/([^/]+)\/close$/, 'closeTrade'],
  ['POST', /^\/v3\/refund\/domestic\/refunds$/, 'refund'],
  ['GET', /^\/v3\/refund\/domestic\/refunds\/([^/]+)$/, 'queryRefund'],
  ['POST', /^\/v3\/refund\/domestic\/refunds\/([^/]+)\/apply-abnormal-refund$/, 'applyAbnormal'],
];

const readRequest = (method: string, target: string, body: string, headers: Headers): Request => {
  for (const [expected, path, call] of calls) {
    const found = method === expected && path.exec(target);
    if (!found) continue;
    const fields = (body ? JSON.parse(body) : {}) as Record<string, string>;
    const number = fields['out_refund_no'] ?? fields['out_trade_no'] ?? found[1] ?? '';
    const authorization = headers.get('authorization') ?? undefined;
    return { method, target, call, number, body, authorization };
  }
  throw new Error(`the gateway does not know ${method} ${target}`);
};

/**
 * WeChat Pay behind a network that loses, delays and repeats messages: the rules are those of the sandbox, including
 * signatures and their five minutes. Replaces `fetch`.
 */
export const simulateGateway = (options: GatewayOptions) => {
  const { keys, scheduler } = options;
  const { now, note } = scheduler;
  const signer = createSigner(keys, now);
  const notices = createNotices(keys, signer, now);
  const sent: Sent[] = [];
  /** That it refuses what was signed more than five minutes ago. */
  const promises = { broken: false };

  const bring = async (to: 'payNotice' | 'refundNotice', body: string) => {
    const manner = options.notice();
    if (manner.length === 0) note('network', `loses a notice to ${to}`);
    for (const ms of manner) {
      scheduler.later(`notice to ${to}`, ms, () => {
        void options.deliver(to, notices.signed('', body)).then(understood => {
          // As the real one does: again, until it is understood.
          if (!understood) scheduler.later('notice again', 15_000, () => void bring(to, body));
        });
      });
    }
  };

  /** What is sold by virtual payment: the same money behind other calls. */
  const virtual = new Set<string>();
  /** Pushes that were not understood, or got lost: they come again, with the timers. */
  const left: object[] = [];
  const push = (content: object, manner = options.notice()) => {
    if (manner.length === 0) left.push(content);
    for (const ms of manner)
      scheduler.later('push', ms, () => {
        void options.push(content).then(understood => {
          if (!understood) left.push(content);
        });
      });
  };

  const gateway = createGateway({
    now,
    settling: () => options.settling(),
    onPaid: trade => {
      const { outTradeNo } = trade;
      note('gateway', `${outTradeNo} is paid`);
      if (virtual.has(outTradeNo))
        push({ Event: 'xpay_goods_deliver_notify', OutTradeNo: outTradeNo, OpenId: trade.openid });
      else void bring('payNotice', notices.ofTrade(trade));
    },
    onSettled: refund => {
      const { outRefundNo, status, amountFen } = refund;
      const paid = status === 'SUCCESS' ? ` PAYS OUT ${amountFen} for` : '';
      note('gateway', `${paid.trim()} ${outRefundNo}: ${status}`.trim());
      if (virtual.has(refund.outTradeNo)) push(pushOf(refund));
      else void bring('refundNotice', notices.ofRefund(refund));
    },
  });

  const pushOf = ({ outRefundNo, outTradeNo, amountFen, status }: SandboxRefund) => ({
    Event: 'xpay_refund_notify',
    MchRefundId: outRefundNo.startsWith('RF') ? outRefundNo : '',
    WxRefundId: outRefundNo,
    MchOrderId: outTradeNo,
    RefundFee: amountFen,
    RetCode: status === 'SUCCESS' ? 0 : 1,
  });

  const settleLater = (refund: SandboxRefund) => {
    if (!refund.settle) return;
    const wait = Math.max(0, refund.settle.time - now());
    scheduler.later(`${refund.outRefundNo} settles`, wait, () => gateway.tick());
  };

  const carryOut = async ({ call, number, body }: Request): Promise<object | null> => {
    const fields = (body ? JSON.parse(body) : {}) as Record<string, unknown>;
    const { appid, mchid } = keys;
    switch (call) {
      case 'prepay':
        return gateway.prepay(fields, 'native', appid, mchid);
      case 'queryTrade':
        return tradeBody(await gateway.trade(number), appid, mchid);
      case 'closeTrade':
        await gateway.close(number);
        return null;
      case 'queryRefund':
        return refundBody(await gateway.findRefund(number));
      case 'refund': {
        const refund = await gateway.refund(fields);
        settleLater(refund);
        return refundBody(refund);
      }
      case 'applyAbnormal': {
        const known = await gateway.findRefund(number);
        const refund = await gateway.applyAbnormal(known.refundId, fields);
        settleLater(refund);
        return refundBody(refund);
      }
    }
  };

  /** `query_order` of a payment or a refund, and `refund_order`: docs/virtual-payment.md. */
  const virtually = async (
    call: GatewayCall,
    number: string,
    fields: Record<string, unknown>,
  ): Promise<object> => {
    if (call === 'queryRefund') {
      const refund = await gateway.findRefund(number);
      const { outRefundNo, status, amountFen, successTime } = refund;
      const state = { PROCESSING: 1, SUCCESS: 8, CLOSED: 7, ABNORMAL: 7 }[status];
      const its = { order_type: 1, refund_fee: amountFen, env_type: 1, status: state };
      const paid_time = Math.floor((successTime ?? 0) / 1_000);
      return { order: { order_id: number, wx_order_id: outRefundNo, paid_time, ...its } };
    }
    const trade = await gateway.trade(String(fields['order_id']));
    const left_fee = trade.totalFen - trade.refundedFen;
    if (call === 'queryTrade') {
      const status = trade.successTime === null ? 1 : left_fee === 0 ? 5 : 2;
      const paid_fee = trade.successTime === null ? 0 : trade.totalFen;
      const paid_time = Math.floor((trade.successTime ?? 0) / 1_000);
      return { order: { order_id: number, status, env_type: 1, paid_fee, paid_time, left_fee } };
    }
    const known = await gateway.findRefund(number).catch(() => null);
    if (!known && fields['left_fee'] !== left_fee) throw new Refusal(400, '268490016', '');
    const amount = { refund: fields['refund_fee'], total: trade.totalFen, currency: 'CNY' };
    const asked = { out_trade_no: trade.outTradeNo, out_refund_no: number, amount };
    settleLater(await gateway.refund(asked));
    return { refund_wx_order_id: number };
  };
  const answerVirtually = async (
    call: GatewayCall,
    number: string,
    fields: Record<string, unknown>,
    { fails }: Manner,
  ): Promise<Response> => {
    const broken = () => new Response('<h1>Bad Gateway</h1>', { status: 502 });
    const json = (errcode: number, content: object = {}) =>
      new Response(JSON.stringify({ errcode, ...content }));
    if (fails === 'without effect') return broken();
    if (fails === 'refused') return json(268490013);
    try {
      const content = await virtually(call, number, fields);
      return fails ? broken() : json(0, content);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return json(error.status === 404 ? 268490002 : Number(error.code) || 268490002);
    }
  };

  const answerTo = async (request: Request, manner: Manner): Promise<Response> => {
    const respond = (status: number, content: object | null) => {
      const text = content === null ? '' : JSON.stringify(content);
      const code = status >= 400 ? (content as { code: string }).code : '';
      note('gateway', `answers ${request.call} ${request.number}: ${status} ${code}`.trim());
      const init = { status, headers: signer.headersFor(text) };
      return new Response(status === 204 ? null : text, init);
    };
    const { method, target, body, authorization } = request;
    const fault = signer.faultOf(authorization, method, target, body);
    if (fault && !promises.broken) return respond(401, { code: 'SIGN_ERROR', message: fault });
    const broken = { code: 'SYSTEM_ERROR', message: '系统异常，请稍后重试' };
    if (manner.fails === 'without effect') return respond(502, broken);
    if (manner.fails === 'refused')
      return respond(403, { code: 'NOT_ENOUGH', message: '基本账户余额不足' });
    try {
      const content = await carryOut(request);
      if (manner.fails === 'with effect') return respond(502, broken);
      return respond(content === null ? 204 : 200, content);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (manner.fails) return respond(502, broken);
      return respond(error.status, { code: error.code, message: error.message });
    }
  };

  /** A request and its answer on their way. */
  const carried = (
    call: GatewayCall,
    number: string,
    signal: AbortSignal | null | undefined,
    answer: (manner: Manner) => Promise<Response>,
  ): Promise<Response> => {
    const manner = options.manner(call, number);
    const who = scheduler.current()?.name ?? '?';
    const name = `gateway.${call} ${number}`;
    note(who, `asks ${name}`);
    sent.push({ time: now(), call, number });
    return new Promise((resolve, reject) => {
      let over = false;
      signal?.addEventListener('abort', () => {
        if (over) return;
        note(who, `gives ${name} up`);
        reject(new Error('no answer'));
      });
      const run = scheduler.current() ?? null;
      scheduler.later(`${name}: request of ${who}`, manner.there, () => {
        void answer(manner).then(answered => {
          scheduler.later(`${name}: answer to ${who}`, manner.back, () => {
            over = true;
            if (!run?.dead) resolve(answered);
          });
        });
      });
    });
  };

  /** In the place of the global one. */
  const simulatedFetch = (url: URL, init: RequestInit): Promise<Response> => {
    const target = `${url.pathname}${url.search}`;
    const headers = new Headers(init.headers);
    const request = readRequest(init.method ?? 'GET', target, String(init.body ?? ''), headers);
    const { call, number } = request;
    return carried(call, number, init.signal, manner => answerTo(request, manner));
  };
  /** Of WeChat's `/xpay/`. */
  const virtualFetch = (url: URL, init: RequestInit): Promise<Response> => {
    const fields = JSON.parse(String(init.body)) as Record<string, unknown>;
    const asked = String(fields['refund_order_id'] ?? fields['wx_order_id'] ?? fields['order_id']);
    const isOfRefund = 'wx_order_id' in fields || asked.startsWith('RF');
    const isRefund = url.pathname.endsWith('/refund_order');
    const call = isRefund ? 'refund' : isOfRefund ? 'queryRefund' : 'queryTrade';
    return carried(call, asked, init.signal, how => answerVirtually(call, asked, fields, how));
  };

  /** An order of before the story begins. */
  const know = (order: { orderNo: string; payFen: number; payTime: number | null }) => {
    const trade: Trade = {
      outTradeNo: order.orderNo,
      transactionId: `42000${order.orderNo}`,
      totalFen: order.payFen,
      state: order.payTime === null ? 'NOTPAY' : 'SUCCESS',
      openid: '',
      successTime: order.payTime,
      notifyUrl: PAY_NOTICES,
      refundedFen: 0,
      refundCount: 0,
      lastRefundTime: 0,
    };
    gateway.trades.set(trade.outTradeNo, trade);
  };

  return {
    gateway,
    sent,
    know,
    signer,
    notices,
    fetch: simulatedFetch as unknown as typeof fetch,
    virtualFetch,
    pushAgain: (manner?: NoticeManner) => left.splice(0).forEach(content => push(content, manner)),
    /** One that was started there, by Apple or by hand. */
    refund: async (fields: Record<string, unknown>) => settleLater(await gateway.refund(fields)),
    sellVirtually: (orderNo: string, openid: string) => {
      virtual.add(orderNo);
      Object.assign(gateway.trades.get(orderNo)!, { openid });
    },
    promises,
    /** What the merchant knows of it. */
    settings: {
      appid: keys.appid,
      mchid: keys.mchid,
      certSerial: keys.certSerial,
      publicKeyId: keys.publicKeyId,
      platformPublicKey: publicHalf(keys.platformPrivateKey),
      notifyUrl: PAY_NOTICES,
      refundNotifyUrl: REFUND_NOTICES,
    },
  };
};

export type SimulatedGateway = ReturnType<typeof simulateGateway>;
