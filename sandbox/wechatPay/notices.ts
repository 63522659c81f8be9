import { randomUUID } from 'node:crypto';
import { isLocal } from '../exchange.ts';
import type { WechatPayKeys } from './keys.ts';
import { refundBody, rfc3339, type SandboxRefund, type Trade, tradeBody } from './records.ts';
import type { Signer } from './signing.ts';

/** Seconds between attempts, as at the real gateway. */
const SCHEDULE = [
  15, 15, 30, 180, 600, 1_200, 1_800, 1_800, 1_800, 3_600, 10_800, 10_800, 10_800, 21_600, 21_600,
];
const ANSWER_MS = 5_000;

export interface SignedNotice {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** Notifies the merchant, signed and encrypted, until it acknowledges. */
export const createNotices = (keys: WechatPayKeys, signer: Signer, now: () => number) => {
  let isSilent = false;
  let queue: { url: string; body: string; tries: number; time: number; busy: boolean }[] = [];

  const envelope = (eventType: string, originalType: string, content: object): string =>
    JSON.stringify({
      id: randomUUID(),
      create_time: rfc3339(now()),
      resource_type: 'encrypt-resource',
      event_type: eventType,
      summary: eventType,
      resource: { original_type: originalType, ...signer.seal(content, originalType) },
    });

  const ofTrade = (trade: Trade): string =>
    envelope('TRANSACTION.SUCCESS', 'transaction', tradeBody(trade, keys.appid, keys.mchid));

  const ofRefund = (refund: SandboxRefund): string => {
    const { status, refund_id, out_refund_no, transaction_id, out_trade_no, ...more } =
      refundBody(refund);
    const numbers = { refund_id, out_refund_no, transaction_id, out_trade_no };
    const { total, refund: amount, payer_total, payer_refund } = more.amount;
    return envelope(`REFUND.${status}`, 'refund', {
      mchid: keys.mchid,
      ...numbers,
      refund_status: status,
      ...('success_time' in more && { success_time: more.success_time }),
      user_received_account: more.user_received_account,
      amount: { total, refund: amount, payer_total, payer_refund },
    });
  };

  const signed = (url: string, body: string): SignedNotice => ({
    url,
    body,
    headers: { 'content-type': 'application/json', ...signer.headersFor(body) },
  });

  const deliver = async (entry: (typeof queue)[number]) => {
    entry.busy = true;
    const { url, headers, body } = signed(entry.url, entry.body);
    const understood = await fetch(url, {
      method: 'POST',
      headers,
      body,
      signal: AbortSignal.timeout(ANSWER_MS),
    }).then(
      response => response.status === 200 || response.status === 204,
      () => false,
    );
    const wait = SCHEDULE[entry.tries];
    entry.tries += 1;
    entry.busy = false;
    if (understood || wait === undefined) queue = queue.filter(other => other !== entry);
    else entry.time = now() + wait * 1_000;
  };

  const add = (url: string, body: string) => {
    if (isLocal(url) && !isSilent) queue.push({ url, body, tries: 0, time: now(), busy: false });
  };

  return {
    ofTrade,
    ofRefund,
    signed,
    paid: (trade: Trade) => add(trade.notifyUrl, ofTrade(trade)),
    settled: (refund: SandboxRefund) => add(refund.notifyUrl, ofRefund(refund)),
    tick() {
      for (const entry of queue) if (!entry.busy && entry.time <= now()) void deliver(entry);
    },
    /** Drops every notice from now on. */
    silence: (silent: boolean) => void (isSilent = silent),
    reset() {
      queue = [];
      isSilent = false;
    },
  };
};
