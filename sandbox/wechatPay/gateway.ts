import { randomInt } from 'node:crypto';
import {
  invalidRequest,
  type KnownPayments,
  paramError,
  type RefundState,
  Refusal,
  type SandboxRefund,
  type Trade,
} from './records.ts';

const YEAR_MS = 365 * 86_400_000;
const MOST_REFUNDS = 50;
const PAUSE_MS = 60_000;
const CODE_MS = 2 * 3_600_000;

export interface Settling {
  to: RefundState;
  afterMs: number;
}

export interface GatewayOptions {
  now(): number;
  known?: KnownPayments | undefined;
  /** Final state of new refunds, and the delay. */
  settling(): Settling;
  onPaid(trade: Trade): void;
  onSettled(refund: SandboxRefund): void;
}

type Fields = Record<string, unknown>;
const text = (fields: Fields, name: string, pattern: RegExp): string => {
  const value = fields[name];
  if (typeof value !== 'string' || !pattern.test(value)) throw paramError(`${name} 参数有误`);
  return value;
};
/** The real one counts bytes and says so, also of fields whose reference says characters. */
const sizedText = (fields: Fields, name: string, least: number, most: number): string => {
  const value = fields[name] ?? '';
  if (typeof value !== 'string') throw paramError(`${name} 参数有误`);
  const size = Buffer.byteLength(value);
  if (size >= least && size <= most) return value;
  const bound = size < least ? `小于最小值 ${least}` : `大于最大值 ${most}`;
  throw paramError(`输入源“/body/${name}”字符串规则校验失败，字节数 ${size}，${bound}`);
};
/** Takes no query. */
const notifyUrlOf = (fields: Fields, least: number, most: number): string => {
  const value = sizedText(fields, 'notify_url', least, most);
  if (value && !/^https?:\/\/[!-"$->@-~]+$/.test(value)) throw paramError('notify_url 参数有误');
  return value;
};
const fen = (fields: unknown, name: string): number => {
  const value = (fields as Fields | undefined)?.[name];
  if (!Number.isInteger(value) || (value as number) < 1) throw paramError(`${name} 参数有误`);
  return value as number;
};
const digits = (count: number) => Array.from({ length: count }, () => randomInt(10)).join('');

/** Payments and refunds with the rules of the real gateway; in memory, because the product must not rely on it. */
export const createGateway = ({ now, known, settling, onPaid, onSettled }: GatewayOptions) => {
  const trades = new Map<string, Trade>();
  const refunds = new Map<string, SandboxRefund>();
  /** By trade; a new one ends the one before. */
  const codes = new Map<string, { url: string; until: number }>();

  const tradeOf = async (outTradeNo: string): Promise<Trade | null> => {
    const found = trades.get(outTradeNo) ?? (await known?.trade(outTradeNo)) ?? null;
    // Another request may have brought it meanwhile.
    if (found && !trades.has(outTradeNo)) trades.set(outTradeNo, found);
    return trades.get(outTradeNo) ?? null;
  };
  /** By the gateway's own number. */
  const tradeWith = async (transactionId: string): Promise<Trade | null> => {
    const found = [...trades.values()].find(trade => trade.transactionId === transactionId);
    if (found || !transactionId) return found ?? null;
    const outTradeNo = await known?.outTradeNoOf?.(transactionId);
    return outTradeNo ? tradeOf(outTradeNo) : null;
  };
  const refundOf = async (outRefundNo: string): Promise<SandboxRefund | null> => {
    const found = refunds.get(outRefundNo) ?? (await known?.refund(outRefundNo)) ?? null;
    if (found && !refunds.has(outRefundNo)) refunds.set(outRefundNo, found);
    return refunds.get(outRefundNo) ?? null;
  };

  const finish = (refund: SandboxRefund, to: RefundState) => {
    refund.settle = null;
    refund.status = to;
    if (to === 'SUCCESS') {
      refund.successTime = now();
      refund.paidOut += 1;
    }
    const trade = trades.get(refund.outTradeNo);
    if (to === 'CLOSED' && trade) trade.refundedFen -= refund.amountFen;
    onSettled(refund);
  };

  const checkSum = (trade: Trade, amountFen: number) => {
    if (trade.refundedFen + amountFen > trade.totalFen)
      throw invalidRequest('申请退款金额大于订单可退金额');
  };

  const checkRefund = (trade: Trade, amountFen: number, totalFen: number) => {
    if (trade.state !== 'SUCCESS' && trade.state !== 'REFUND')
      throw invalidRequest('订单未支付，不能退款');
    if (totalFen !== trade.totalFen) throw invalidRequest('订单金额与原订单不一致');
    if (now() - (trade.successTime ?? 0) > YEAR_MS) throw invalidRequest('订单已超过可退款期限');
    checkSum(trade, amountFen);
    if (trade.refundCount >= MOST_REFUNDS) throw invalidRequest('退款次数超过50次');
    if (now() - trade.lastRefundTime < PAUSE_MS)
      throw new Refusal(429, 'FREQUENCY_LIMITED', '同一笔订单多次退款需间隔1分钟');
  };

  const start = (refund: SandboxRefund, trade: Trade) => {
    const { to, afterMs } = settling();
    Object.assign(refund, { status: 'PROCESSING', settle: { time: now() + afterMs, to } });
    trade.refundedFen += refund.amountFen;
    trade.state = 'REFUND';
  };

  return {
    tradeWith,
    trades,
    refunds,

    async prepay(fields: Fields, kind: 'jsapi' | 'native', appid: string, mchid: string) {
      if (fields['appid'] !== appid || fields['mchid'] !== mchid)
        throw new Refusal(400, 'APPID_MCHID_NOT_MATCH', 'appid和mchid不匹配');
      const outTradeNo = text(fields, 'out_trade_no', /^[0-9a-zA-Z_\-|*]{6,32}$/);
      sizedText(fields, 'description', 1, 127);
      sizedText(fields, 'attach', 0, 128);
      sizedText(fields, 'goods_tag', 0, 32);
      const notifyUrl = notifyUrlOf(fields, 1, 255);
      const totalFen = fen(fields['amount'], 'total');
      const payer = fields['payer'] as Fields | undefined;
      const openid = kind === 'jsapi' ? text(payer ?? {}, 'openid', /^[\w-]{1,128}$/) : '';
      const before = await tradeOf(outTradeNo);
      if (before && before.state !== 'NOTPAY')
        throw new Refusal(403, 'OUT_TRADE_NO_USED', '商户订单号重复');
      if (before && (before.totalFen !== totalFen || before.openid !== openid))
        throw invalidRequest('订单参数与之前不一致');
      const fresh = { transactionId: '', successTime: null, refundedFen: 0, refundCount: 0 };
      if (!before) {
        const state = 'NOTPAY' as const;
        const trade = { outTradeNo, totalFen, state, openid, notifyUrl, ...fresh };
        trades.set(outTradeNo, { ...trade, lastRefundTime: 0 });
      }
      if (kind === 'jsapi') return { prepay_id: `wx${digits(34)}` };
      const url = `weixin://wxpay/bizpayurl?pr=${digits(10)}`;
      codes.set(outTradeNo, { url, until: now() + CODE_MS });
      return { code_url: url };
    },

    async trade(outTradeNo: string): Promise<Trade> {
      const trade = await tradeOf(outTradeNo);
      if (!trade) throw new Refusal(404, 'ORDER_NOT_EXIST', '订单不存在');
      return trade;
    },

    async close(outTradeNo: string) {
      const trade = await this.trade(outTradeNo);
      if (trade.state === 'CLOSED') throw new Refusal(400, 'ORDER_CLOSED', '订单已关闭');
      if (trade.state !== 'NOTPAY') throw new Refusal(400, 'ORDERPAID', '订单已支付');
      trade.state = 'CLOSED';
    },

    /** The user pays; at the real gateway only a person with a phone can do this. */
    async pay(outTradeNo: string, force = false): Promise<Trade> {
      const trade = await this.trade(outTradeNo);
      if (trade.successTime === null && (force || trade.state === 'NOTPAY')) {
        Object.assign(trade, {
          state: 'SUCCESS',
          transactionId: `42000${digits(23)}`,
          successTime: now(),
        });
        onPaid(trade);
      }
      return trade;
    },

    /**
     * The user reads a code. Source: pay.weixin.qq.com/doc/v3/merchant/4012791890: neither from the album nor by a long press;
     * the code is good for two hours, and ends with the next one.
     */
    async scan(url: string, from: 'camera' | 'album' | 'press'): Promise<Trade> {
      if (from !== 'camera')
        throw invalidRequest('为保障支付安全，暂不支持通过从相册识别二维码完成支付');
      const [outTradeNo] =
        [...codes].find(([, code]) => code.url === url && code.until > now()) ?? [];
      const trade = outTradeNo && (await this.trade(outTradeNo));
      if (!trade || trade.state !== 'NOTPAY')
        throw invalidRequest('商家订单信息有误，请重新下单支付');
      return this.pay(trade.outTradeNo);
    },

    async refund(fields: Fields): Promise<SandboxRefund> {
      const outTradeNo = text(fields, 'out_trade_no', /^[0-9a-zA-Z_\-|*]{6,32}$/);
      const outRefundNo = text(fields, 'out_refund_no', /^[0-9a-zA-Z_\-|*@]{1,64}$/);
      const reason = sizedText(fields, 'reason', 0, 80);
      const notifyUrl = notifyUrlOf(fields, 0, 256);
      const amount = fields['amount'] as Fields | undefined;
      const amountFen = fen(amount, 'refund');
      const totalFen = fen(amount, 'total');
      if (amount?.['currency'] !== 'CNY') throw paramError('currency 参数有误');
      await refundOf(outRefundNo);
      await tradeOf(outTradeNo);
      // No await from here to the end, so no other request comes between check and record.
      const trade = trades.get(outTradeNo);
      if (!trade) throw new Refusal(404, 'RESOURCE_NOT_EXISTS', '订单不存在');
      const before = refunds.get(outRefundNo);
      if (before) {
        const same =
          before.outTradeNo === outTradeNo &&
          before.amountFen === amountFen &&
          before.totalFen === totalFen;
        if (!same) throw invalidRequest('订单金额或退款金额与之前请求不一致，请核实后再试');
        if (before.status === 'CLOSED') {
          checkSum(trade, amountFen);
          start(before, trade);
        }
        return before;
      }
      checkRefund(trade, amountFen, totalFen);
      const refund: SandboxRefund = {
        refundId: `50000${digits(24)}`,
        outRefundNo,
        outTradeNo,
        amountFen,
        totalFen,
        reason,
        notifyUrl,
        transactionId: trade.transactionId,
        status: 'PROCESSING',
        createTime: now(),
        successTime: null,
        account: '支付用户零钱',
        settle: null,
        paidOut: 0,
      };
      refunds.set(outRefundNo, refund);
      start(refund, trade);
      trade.refundCount += 1;
      trade.lastRefundTime = now();
      return refund;
    },

    async findRefund(outRefundNo: string): Promise<SandboxRefund> {
      const refund = await refundOf(outRefundNo);
      if (!refund) throw new Refusal(404, 'RESOURCE_NOT_EXISTS', '退款单不存在');
      return refund;
    },

    async applyAbnormal(refundId: string, fields: Fields): Promise<SandboxRefund> {
      const refund = await this.findRefund(
        text(fields, 'out_refund_no', /^[0-9a-zA-Z_\-|*@]{1,64}$/),
      );
      if (refund.refundId !== refundId)
        throw new Refusal(404, 'RESOURCE_NOT_EXISTS', '退款单不存在');
      const type = text(fields, 'type', /^(USER|MERCHANT)_BANK_CARD$/);
      if (type === 'USER_BANK_CARD') {
        text(fields, 'bank_type', /^[A-Z0-9_]{2,16}$/);
        // Encrypted: 256 bytes of RSA.
        text(fields, 'bank_account', /^[A-Za-z0-9+/]{342}==$/);
        text(fields, 'real_name', /^[A-Za-z0-9+/]{342}==$/);
      }
      if (refund.status !== 'ABNORMAL') throw invalidRequest('退款单状态不是退款异常');
      Object.assign(refund, {
        status: 'PROCESSING',
        account: type === 'USER_BANK_CARD' ? '用户银行卡' : '商户账户',
        settle: { time: now() + settling().afterMs, to: 'SUCCESS' },
      });
      return refund;
    },

    finish,

    /** What a bill of that span names: payments by their time, refunds by the time they were accepted. */
    async between(from: number, until: number) {
      const isWithin = (time: number | null) => time !== null && time >= from && time < until;
      const byTime =
        <T>(timeOf: (item: T) => number | null) =>
        (a: T, b: T) =>
          (timeOf(a) ?? 0) - (timeOf(b) ?? 0);
      const [before, back] = await Promise.all([
        known?.tradesBetween?.(from, until) ?? [],
        known?.refundsBetween?.(from, until) ?? [],
      ]);
      const paid = [
        ...before.filter(({ outTradeNo }) => !trades.has(outTradeNo)),
        ...trades.values(),
      ].filter(({ successTime }) => isWithin(successTime));
      const taken = [
        ...back.filter(({ outRefundNo }) => !refunds.has(outRefundNo)),
        ...refunds.values(),
      ].filter(({ createTime }) => isWithin(createTime));
      return {
        paid: paid.sort(byTime(({ successTime }) => successTime)),
        taken: taken.sort(byTime(({ createTime }) => createTime)),
      };
    },

    /** Settles everything that is due. */
    tick() {
      for (const refund of refunds.values())
        if (refund.settle && refund.settle.time <= now()) finish(refund, refund.settle.to);
    },

    reset() {
      trades.clear();
      refunds.clear();
    },
  };
};

export type Gateway = ReturnType<typeof createGateway>;
