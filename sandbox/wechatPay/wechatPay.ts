import { pipeline } from 'node:stream/promises';
import { createDisturber, readDisturbance } from '../disturbance.ts';
import {
  answer,
  bodyOf,
  objectFrom,
  type SandboxExchange,
  type SandboxMount,
} from '../exchange.ts';
import { BILL_MODES, type BillKind, type BillMode, createBills } from './bills.ts';
import { createGateway, type Settling } from './gateway.ts';
import { publicHalf, type WechatPayKeys } from './keys.ts';
import { createNotices } from './notices.ts';
import { type KnownPayments, refundBody, type RefundState, Refusal, tradeBody } from './records.ts';
import { createSigner } from './signing.ts';

export interface WechatPaySandboxOptions {
  keys: WechatPayKeys;
  now(): number;
  known?: KnownPayments;
}

export interface ReceivedCall {
  time: number;
  method: string;
  path: string;
  body: Record<string, unknown> | null;
  /** 0 when the answer was lost. */
  status: number;
}

export const WECHATPAY_PATH = '/__sandbox-wechatpay';
const CALLS_KEPT = 2_000;
const TICK_MS = 100;
const STATES = ['PROCESSING', 'SUCCESS', 'CLOSED', 'ABNORMAL'];

/** WeChat Pay v3 as a merchant sees it: checks signatures and rules, answers signed, sends notices, settles refunds. */
export const createWechatPaySandbox = ({ keys, now, known }: WechatPaySandboxOptions) => {
  const signer = createSigner(keys, now);
  const notices = createNotices(keys, signer, now);
  const disturber = createDisturber();
  let settling: Settling = { to: 'SUCCESS', afterMs: 500 };
  let calls: ReceivedCall[] = [];
  const gateway = createGateway({
    now,
    known,
    settling: () => settling,
    onPaid: notices.paid,
    onSettled: notices.settled,
  });
  const ticking = setInterval(() => {
    gateway.tick();
    notices.tick();
  }, TICK_MS);
  ticking.unref();

  const { appid, mchid } = keys;
  const bills = createBills({ gateway, appid, mchid, now });
  const need = (fields: Record<string, unknown> | null) => {
    if (!fields) throw new Refusal(400, 'PARAM_ERROR', '请求体不是合法的JSON');
    // Characters of up to three bytes only; half of one comes as `\ud83d`.
    if (/[\u{10000}-\u{10ffff}]|\\ud[89a-f]/iu.test(JSON.stringify(fields)))
      throw new Refusal(400, 'INVALID_REQUEST', '请求内容传入了非UTF8参数');
    return fields;
  };

  /** Null for 204. @throws Refusal */
  const carryOut = async (
    method: string,
    path: string,
    query: URLSearchParams,
    fields: Record<string, unknown> | null,
    root: string,
  ): Promise<object | null> => {
    const bill = /^\/v3\/bill\/(trade|fundflow)bill$/.exec(path);
    if (method === 'GET' && bill) return bills.apply(bill[1] as BillKind, query, root);
    const prepay = /^\/v3\/pay\/transactions\/(jsapi|native)$/.exec(path);
    if (method === 'POST' && prepay)
      return gateway.prepay(need(fields), prepay[1] as 'jsapi' | 'native', appid, mchid);
    const trade = /^\/v3\/pay\/transactions\/out-trade-no\/([^/]+?)(\/close)?$/.exec(path);
    if (trade) {
      const outTradeNo = decodeURIComponent(trade[1] ?? '');
      const asked = method === 'GET' ? query.get('mchid') : need(fields)['mchid'];
      if (asked !== mchid) throw new Refusal(400, 'PARAM_ERROR', '商户号有误');
      if (method === 'GET' && !trade[2])
        return tradeBody(await gateway.trade(outTradeNo), appid, mchid);
      if (method === 'POST' && trade[2]) {
        await gateway.close(outTradeNo);
        return null;
      }
    }
    if (path === '/v3/refund/domestic/refunds' && method === 'POST')
      return refundBody(await gateway.refund(need(fields)));
    const abnormal = /^\/v3\/refund\/domestic\/refunds\/([^/]+)\/apply-abnormal-refund$/.exec(path);
    if (abnormal && method === 'POST')
      return refundBody(await gateway.applyAbnormal(abnormal[1] ?? '', need(fields)));
    const refund = /^\/v3\/refund\/domestic\/refunds\/([^/]+)$/.exec(path);
    if (refund && method === 'GET')
      return refundBody(await gateway.findRefund(decodeURIComponent(refund[1] ?? '')));
    throw new Refusal(404, 'RESOURCE_NOT_EXISTS', '接口不存在');
  };

  const serve = async (exchange: SandboxExchange) => {
    const { req, method, rawPath, query } = exchange;
    const body = await bodyOf(req);
    const path = rawPath.slice(WECHATPAY_PATH.length);
    const target = req.url ?? rawPath;
    const call: ReceivedCall = { time: now(), method, path, body: objectFrom(body), status: 0 };
    calls = [...calls, call].slice(-CALLS_KEPT);
    const reply = (status: number, content: object | null, isSigned = true) => {
      const text = content === null ? '' : JSON.stringify(content);
      call.status = status;
      answer(exchange, status, text, isSigned ? signer.headersFor(text) : {});
    };
    const fault = signer.faultOf(req.headers.authorization, method, target, body);
    // Only the merchant gets a signed answer.
    if (fault) return reply(401, { code: 'SIGN_ERROR', message: fault }, false);
    const met = disturber.take(path);
    if (met.mode === 'fail' || met.mode === 'refuse')
      return reply(met.status ?? (met.mode === 'refuse' ? 400 : 500), {
        code: String(met.code ?? 'SYSTEM_ERROR'),
        message: '系统异常，请稍后重试',
      });
    if (met.mode === 'slow') await new Promise(resolve => setTimeout(resolve, met.ms));
    if (method === 'GET' && path === '/v3/billdownload/file') {
      const file = met.mode === 'lose' ? null : bills.download(query);
      if (met.mode === 'lose') return void req.socket.destroy();
      if (!file) return reply(404, { code: 'NOT_FOUND', message: '下载地址已失效' }, false);
      // The file is not signed: its hash came with the address.
      call.status = 200;
      exchange.res.writeHead(200, { 'content-type': 'application/octet-stream' });
      return pipeline(file, exchange.res).catch(() => undefined);
    }
    let outcome: { status: number; content: object | null };
    try {
      const root = `http://${req.headers.host ?? ''}${WECHATPAY_PATH}`;
      const content = await carryOut(method, path, query, call.body, root);
      outcome = { status: content === null ? 204 : 200, content };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      outcome = { status: error.status, content: { code: error.code, message: error.message } };
    }
    if (met.mode === 'lose') return void req.socket.destroy();
    reply(outcome.status, outcome.content);
  };

  const control = async (method: string, path: string, given: Record<string, unknown>) => {
    if (method === 'GET' && path === '') return { ...disturber.get(), calls, ...records() };
    if (method === 'PUT' && path === '') {
      const next = readDisturbance(given);
      disturber.set(next);
      const { settle = settling.to, settleMs = settling.afterMs, bill } = given;
      if (bill !== undefined && !BILL_MODES.includes(bill as BillMode))
        throw new Error(`bill is one of ${BILL_MODES.join(', ')}`);
      if (bill !== undefined) bills.setMode(bill as BillMode);
      if (typeof settle !== 'string' || !STATES.includes(settle) || typeof settleMs !== 'number')
        throw new Error('settle is a state of a refund, settleMs a number of milliseconds');
      settling = { to: settle as RefundState, afterMs: settleMs };
      if (typeof given['notices'] === 'boolean') notices.silence(!given['notices']);
      return disturber.get(next.path);
    }
    if (method === 'POST' && path === '/pay')
      return gateway.pay(String(given['outTradeNo']), given['force'] === true);
    return null;
  };
  const records = () => ({
    refunds: [...gateway.refunds.values()],
    trades: [...gateway.trades.values()],
  });

  const mount: SandboxMount = { prefix: WECHATPAY_PATH, handle: serve };
  return {
    mount,
    control,
    gateway,
    bills,
    notices,
    signer,
    calls: () => calls,
    disturb: disturber.set,
    settleAs: (next: Settling) => void (settling = next),
    credentials: {
      appid,
      mchid,
      certSerial: keys.certSerial,
      apiV3Key: keys.apiV3Key,
      privateKey: keys.merchantPrivateKey,
      publicKeyId: keys.publicKeyId,
      platformPublicKey: publicHalf(keys.platformPrivateKey),
    },
    reset() {
      gateway.reset();
      bills.reset();
      notices.reset();
      calls = [];
      disturber.reset();
      settling = { to: 'SUCCESS', afterMs: 500 };
    },
    close: () => clearInterval(ticking),
  };
};
