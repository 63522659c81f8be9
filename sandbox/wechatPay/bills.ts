import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { Gateway } from './gateway.ts';
import { paramError, Refusal, type SandboxRefund, type Trade } from './records.ts';

/** How bills are handed out, set by a test. */
export type BillMode = 'ok' | 'creating' | 'wrongHash' | 'truncated';
export const BILL_MODES: BillMode[] = ['ok', 'creating', 'wrongHash', 'truncated'];

export type BillKind = 'trade' | 'fundflow';
/** The lines of a bill; asked for twice, for its hash and for its content. */
export type BillContent = () => Iterable<string>;

const HOUR = 3_600_000;
const DAY = 86_400_000;
const VALID_MS = 300_000;
const MOST_AGE = 92 * DAY;
const LINE_END = '\r\n';
/** 0.6 %, in hundredths of a percent. */
const FEE_RATE = 60;

const TRADE_TITLES =
  '交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,应结订单金额,代金券金额,微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,退款状态,商品名称,商户数据包,手续费,费率,订单金额,申请退款金额,费率备注';
const TRADE_SUMS =
  '总交易单数,应结订单总金额,退款总金额,充值券退款总金额,手续费总金额,订单总金额,申请退款总金额';
const FUND_TITLES =
  '记账时间,微信支付业务单号,资金流水单号,业务名称,业务类型,收支类型,收支金额(元),账户结余(元),资金变更提交申请人,备注,业务凭证号';
const FUND_SUMS = '资金流水总笔数,收入笔数,收入金额,支出笔数,支出金额';

const yuan = (fen: number) =>
  `${fen < 0 ? '-' : ''}${Math.floor(Math.abs(fen) / 100)}.${String(Math.abs(fen) % 100).padStart(2, '0')}`;
export const feeOf = (fen: number) => Math.round((fen * FEE_RATE) / 10_000);
/** Every value has a backtick before it. */
const line = (values: (string | number)[]) =>
  `${values.map(value => `\`${value}`).join(',')}${LINE_END}`;
const shanghai = (instant: number) =>
  new Date(instant + 8 * HOUR).toISOString().slice(0, 19).replace('T', ' ');
const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0);

interface Day {
  paid: Trade[];
  taken: SandboxRefund[];
}

const refundStates = { SUCCESS: 'SUCCESS', PROCESSING: 'PROCESSING', ABNORMAL: 'CHANGE' } as const;

function* tradeBill({ paid, taken }: Day, appid: string, mchid: string): Generator<string> {
  yield TRADE_TITLES + LINE_END;
  for (const { successTime, transactionId, outTradeNo, openid, totalFen } of paid)
    yield line([
      shanghai(successTime ?? 0),
      appid,
      mchid,
      0,
      '',
      transactionId,
      outTradeNo,
      openid,
      openid ? 'JSAPI' : 'NATIVE',
      'SUCCESS',
      'OTHERS',
      'CNY',
      yuan(totalFen),
      '0.00',
      0,
      0,
      '0.00',
      '0.00',
      '',
      '',
      '图片处理服务',
      '',
      yuan(feeOf(totalFen)),
      '0.60%',
      yuan(totalFen),
      '0.00',
      '',
    ]);
  for (const { createTime, refundId, outRefundNo, outTradeNo, amountFen, status, ...more } of taken)
    yield line([
      shanghai(createTime),
      appid,
      mchid,
      0,
      '',
      more.transactionId,
      outTradeNo,
      '',
      'JSAPI',
      'REFUND',
      'OTHERS',
      'CNY',
      '0.00',
      '0.00',
      refundId,
      outRefundNo,
      yuan(amountFen),
      '0.00',
      'ORIGINAL',
      status === 'CLOSED' ? 'FAIL' : refundStates[status],
      '图片处理服务',
      '',
      yuan(status === 'CLOSED' ? 0 : -feeOf(amountFen)),
      '0.60%',
      '0.00',
      yuan(amountFen),
      '',
    ]);
  const paidFen = sum(paid.map(({ totalFen }) => totalFen));
  const backFen = sum(taken.map(({ amountFen }) => amountFen));
  const feeFen =
    sum(paid.map(({ totalFen }) => feeOf(totalFen))) -
    sum(taken.map(({ amountFen }) => feeOf(amountFen)));
  yield TRADE_SUMS + LINE_END;
  yield line([
    `${paid.length + taken.length}.0`,
    yuan(paidFen),
    yuan(backFen),
    '0.00',
    yuan(feeFen),
    yuan(paidFen),
    yuan(backFen),
  ]);
}

function* fundBill({ paid, taken }: Day): Generator<string> {
  let balance = 0;
  const income: number[] = [];
  const outgo: number[] = [];
  const move = (time: number, no: string, kind: string, fen: number, voucher: string) => {
    balance += fen;
    (fen < 0 ? outgo : income).push(Math.abs(fen));
    return line([
      shanghai(time),
      no,
      `1900${no}`,
      kind,
      kind,
      fen < 0 ? '支出' : '收入',
      yuan(Math.abs(fen)),
      yuan(balance),
      'system',
      '',
      voucher,
    ]);
  };
  yield FUND_TITLES + LINE_END;
  for (const { successTime, transactionId, outTradeNo, totalFen } of paid) {
    yield move(successTime ?? 0, transactionId, '交易', totalFen, outTradeNo);
    const fee = feeOf(totalFen);
    if (fee > 0) yield move(successTime ?? 0, transactionId, '扣除交易手续费', -fee, outTradeNo);
  }
  for (const { createTime, refundId, outRefundNo, amountFen, status } of taken)
    if (status !== 'CLOSED') {
      yield move(createTime, refundId, '退款', -amountFen, outRefundNo);
      const fee = feeOf(amountFen);
      if (fee > 0) yield move(createTime, refundId, '退还交易手续费', fee, outRefundNo);
    }
  yield FUND_SUMS + LINE_END;
  yield line([
    `${income.length + outgo.length}.0`,
    `${income.length}.0`,
    yuan(sum(income)),
    `${outgo.length}.0`,
    yuan(sum(outgo)),
  ]);
}

export interface BillsOptions {
  gateway: Pick<Gateway, 'between'>;
  appid: string;
  mchid: string;
  now(): number;
}

/** Bills of past days, made of payments and refunds; each is downloaded from its own address. */
export const createBills = ({ gateway, appid, mchid, now }: BillsOptions) => {
  let mode: BillMode = 'ok';
  const files = new Map<string, { content: BillContent; isPacked: boolean; until: number }>();
  const replaced = new Map<string, BillContent>();

  const startOf = (date: string) => {
    const start = /^20\d\d-\d\d-\d\d$/.test(date) ? Date.parse(`${date}T00:00:00+08:00`) : NaN;
    if (Number.isNaN(start)) throw paramError('bill_date 参数有误');
    return start;
  };

  const contentOf = async (kind: BillKind, date: string): Promise<BillContent> => {
    const own = replaced.get(`${kind} ${date}`);
    if (own) return own;
    const start = startOf(date);
    const day = await gateway.between(start, start + DAY);
    if (day.paid.length + day.taken.length === 0)
      throw new Refusal(400, 'NO_STATEMENT_EXIST', '账单不存在');
    return () => (kind === 'trade' ? tradeBill(day, appid, mchid) : fundBill(day));
  };

  return {
    setMode: (next: BillMode) => void (mode = next),
    /** Replaces the content of a bill; null for the real one. */
    replace: (kind: BillKind, date: string, content: BillContent | null) =>
      void (content
        ? replaced.set(`${kind} ${date}`, content)
        : replaced.delete(`${kind} ${date}`)),

    /** @param root where this stand-in is reached */
    async apply(kind: BillKind, query: URLSearchParams, root: string) {
      const date = query.get('bill_date') ?? '';
      const tarType = query.get('tar_type');
      if (tarType !== null && tarType !== 'GZIP') throw paramError('tar_type 参数有误');
      if (kind === 'trade' && (query.get('bill_type') ?? 'ALL') !== 'ALL')
        throw paramError('bill_type 参数有误');
      if (kind === 'fundflow' && (query.get('account_type') ?? 'BASIC') !== 'BASIC')
        throw paramError('account_type 参数有误');
      const start = startOf(date);
      if (start > now() || start < now() - MOST_AGE) throw paramError('bill_date 参数有误');
      if (mode === 'creating' || now() < start + DAY + 10 * HOUR)
        throw new Refusal(400, 'STATEMENT_CREATING', '账单生成中');
      const content = await contentOf(kind, date);
      const hash = createHash('sha1');
      for (const text of content()) hash.update(text);
      if (mode === 'wrongHash') hash.update('!');
      const token = randomBytes(24).toString('base64url');
      files.set(token, { content, isPacked: tarType === 'GZIP', until: now() + VALID_MS });
      return {
        hash_type: 'SHA1',
        hash_value: hash.digest('hex'),
        download_url: `${root}/v3/billdownload/file?token=${token}`,
      };
    },

    /** Null for an address that is not, or no longer, one of ours. */
    download(query: URLSearchParams): Readable | null {
      const file = files.get(query.get('token') ?? '');
      if (!file || file.until < now()) return null;
      const text = Readable.from(file.content(), { objectMode: false });
      const body: Readable = file.isPacked ? text.pipe(createGzip()) : text;
      return mode === 'truncated' ? Readable.from(firstHalf(body)) : body;
    },

    reset() {
      mode = 'ok';
      files.clear();
      replaced.clear();
    },
  };
};

/** Cut off in the middle, with a correct length. */
async function* firstHalf(body: Readable) {
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(Buffer.from(chunk as Buffer));
  const all = Buffer.concat(chunks);
  yield all.subarray(0, Math.floor(all.length / 2));
}
