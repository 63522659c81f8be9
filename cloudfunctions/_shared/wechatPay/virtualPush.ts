import { createDecipheriv, createHash, timingSafeEqual } from 'node:crypto';
import { z } from '#contract/zod.ts';
import type { WebRequest } from '../base/httpFunction.ts';
import { NoticeRefused } from './notice.ts';
import type { VirtualSettings } from './virtualSettings.ts';

/** WeChat's signature of a push, and of its question whether the address is ours. */
export const pushSignature = (...parts: string[]) =>
  createHash('sha1').update(parts.toSorted().join('')).digest('hex');

const isSame = (given: string, right: string): boolean => {
  const [a, b] = [Buffer.from(given), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
};

/** Fields by name, without the groups they stand in: their names differ. */
const fieldsOf = (text: string): Record<string, unknown> => {
  if (!text.startsWith('<')) {
    const body = JSON.parse(text) as Record<string, object>;
    return { ...body, ...body['WeChatPayInfo'], ...body['GoodsInfo'] };
  }
  const leaves = text.matchAll(/<(\w+)>(?:<!\[CDATA\[(.*?)\]\]>|([^<]*))<\/\1>/gs);
  return Object.fromEntries([...leaves].map(([, name, data, plain]) => [name, data ?? plain]));
};

/** Source: developers.weixin.qq.com/doc/oplatform/developers/dev/push/encryption.html */
const opened = (sealed: string, { pushAesKey, appid }: VirtualSettings): string => {
  const key = Buffer.from(`${pushAesKey()}=`, 'base64');
  const decipher = createDecipheriv('aes-256-cbc', key, key.subarray(0, 16)).setAutoPadding(false);
  const padded = Buffer.concat([decipher.update(sealed, 'base64'), decipher.final()]);
  const plain = padded.subarray(0, padded.length - (padded.at(-1) ?? 0));
  const end = 20 + plain.readUInt32BE(16);
  if (plain.subarray(end).toString() !== appid) throw new NoticeRefused();
  return plain.subarray(20, end).toString();
};

const number = z.coerce.number().pipe(z.int());
const text = z.string().default('');
const fields = z.object({
  Event: z.string().max(64),
  // Of a payment.
  OpenId: text,
  OutTradeNo: text,
  Env: number.default(-1),
  ProductId: text,
  Attach: text,
  Quantity: number.default(0),
  ActualPrice: number.default(-1),
  TransactionId: text,
  PaidTime: number.default(0),
  // Of a refund.
  MchOrderId: text,
  MchRefundId: text,
  WxRefundId: text,
  RefundFee: number.default(0),
  RetCode: number.default(-1),
  RefundSuccTimestamp: number.default(0),
  // Of a question of Apple's.
  pay_order_id: text,
});
export type VirtualPush = z.output<typeof fields> & { isSealed: boolean };

const isSigned = (token: string, query: WebRequest['queryStringParameters'], sealed?: string) => {
  const { timestamp = '', nonce = '', signature = '', msg_signature = '' } = query;
  return sealed === undefined
    ? isSame(signature, pushSignature(token, timestamp, nonce))
    : isSame(msg_signature, pushSignature(token, timestamp, nonce, sealed));
};

/** What WeChat asks when the address is set there. @throws NoticeRefused */
export const echoOf = ({ queryStringParameters: query }: WebRequest, settings: VirtualSettings) => {
  if (!query['echostr'] || !isSigned(settings.pushToken(), query)) throw new NoticeRefused();
  return query['echostr'];
};

/** @throws NoticeRefused unless WeChat signed it; what is plain is not covered by that signature (`isSealed`) */
export const readPush = (request: WebRequest, settings: VirtualSettings): VirtualPush => {
  try {
    const outside = fieldsOf(request.body.trim());
    const sealed = z.string().optional().parse(outside['Encrypt']);
    if (!isSigned(settings.pushToken(), request.queryStringParameters, sealed))
      throw new NoticeRefused();
    const inside = sealed === undefined ? outside : fieldsOf(opened(sealed, settings).trim());
    return { ...fields.parse(inside), isSealed: sealed !== undefined };
  } catch {
    throw new NoticeRefused();
  }
};
