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

  const gateway = createGateway({
    now,
    settling: options.settling,
    onPaid: trade => {
      note('gateway', `${trade.outTradeNo} is paid`);
      void bring('payNotice', notices.ofTrade(trade));
    },
    onSettled: refund => {
      const { outRefundNo, status, amountFen } = refund;
      const paid = status === 'SUCCESS' ? ` PAYS OUT ${amountFen} for` : '';
      note('gateway', `${paid.trim()} ${outRefundNo}: ${status}`.trim());
      void bring('refundNotice', notices.ofRefund(refund));
    },
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

  /** In the place of the global one. */
  const simulatedFetch = (url: URL, init: RequestInit): Promise<Response> => {
    const target = `${url.pathname}${url.search}`;
    const headers = new Headers(init.headers);
    const request = readRequest(init.method ?? 'GET', target, String(init.body ?? ''), headers);
    const { call, number } = request;
    const manner = options.manner(call, number);
    const who = scheduler.current()?.name ?? '?';
    const name = `gateway.${call} ${number}`;
    note(who, `asks ${name}`);
    sent.push({ time: now(), call, number });
    return new Promise((resolve, reject) => {
      let over = false;
      init.signal?.addEventListener('abort', () => {
        if (over) return;
        note(who, `gives ${name} up`);
        reject(new Error('no answer'));
      });
      const run = scheduler.current() ?? null;
      scheduler.later(`${name}: request of ${who}`, manner.there, () => {
        void answerTo(request, manner).then(answer => {
          scheduler.later(`${name}: answer to ${who}`, manner.back, () => {
            over = true;
            if (!run?.dead) resolve(answer);
          });
        });
      });
    });
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
