import { createHash } from 'node:crypto';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import Libsql from 'libsql';
import type { StoredOrder } from '../../../cloudfunctions/_shared/orders/orders.ts';
import { DAY_MS, dayAfter, dayOf, startOf } from '../../../contract/shanghai.ts';
import type { Trade } from '../../../sandbox/wechatPay/records.ts';
import { insertAll } from '../../../scripts/demo/seedDatabase.ts';
import { openDataDirectory } from '../../../scripts/shared/openDataDirectory.ts';
import { runJob } from '../../../tests/product/runJob.ts';
import { timed } from '../../shared/ask.ts';
import { pagesOf } from '../data.ts';
import { type JobRow, jobRow, type JobWorld } from './job.ts';

const PAID = 100_000;
const DAYS_AGO = 50;
const PAGE = 1_000;

/** A day with a bill, before all that the service compares by itself. */
const DAY = dayAfter(dayOf(Date.now()), -DAYS_AGO);

const tradeOf = ({ orderNo, transactionId, payFen, payTime, openid }: StoredOrder): Trade => ({
  outTradeNo: orderNo,
  transactionId,
  totalFen: payFen,
  state: 'SUCCESS',
  openid,
  successTime: payTime,
  notifyUrl: '',
  refundedFen: 0,
  refundCount: 0,
  lastRefundTime: 0,
});

/**
 * Adds 100,000 paid orders to one day, while no product runs on the data.
 * @returns what the gateway knows of this day
 */
export const fillDay = async (dataDir: string): Promise<Trade[]> => {
  const stored = await openDataDirectory(dataDir);
  const ofDay = { $gte: startOf(DAY), $lt: startOf(DAY) + DAY_MS };
  const trades: Trade[] = [];
  let model: StoredOrder | undefined;
  const before = pagesOf<StoredOrder>(stored, 'orders', { payChannel: 'wxpay', payTime: ofDay });
  for await (const page of before) {
    model ??= page[0];
    trades.push(...page.map(tradeOf));
  }
  if (!model) throw new Error(`nothing was paid on ${DAY}`);
  for (let from = 0; from < PAID; from += PAGE) {
    const orders = Array.from({ length: PAGE }, (_, next) => {
      const at = from + next;
      const time = startOf(DAY) + 2 * 3_600_000 + (at % 60_000) * 1_000;
      return {
        ...model,
        _id: `ord_bill${at}`,
        orderNo: `BILL${String(at).padStart(16, '0')}`,
        transactionId: `4200009${String(at).padStart(21, '0')}`,
        payFen: 1_999,
        payTime: time,
        createTime: time,
        grams: [],
      };
    });
    trades.push(...orders.map(tradeOf));
    await insertAll(stored, { orders });
  }
  await stored.close();
  return trades;
};

/**
 * The day compared with its bill of 100,000 lines and some: the administrator's call, and what its job goes on with,
 * at once; an administrator who waits for it waits up to half a minute longer. The stand-in makes the bill meanwhile.
 */
export const measureReconciliation = async (world: JobWorld, trades: Trade[]): Promise<JobRow> => {
  const { ask, product } = world;
  const work = () => runJob(product.url, 'reconciliation');
  // The days that the service compares by itself are done before.
  await work();
  const ours = await timed(async () => {
    let day = await ask('adminReconciliation', 'runDay', { day: DAY });
    while (day['status'] === 'running') {
      await work();
      day = await ask('adminReconciliation', 'getDayById', { id: DAY });
    }
    const { paidCount } = day['ours'] as { paidCount: number };
    if (paidCount !== trades.length)
      throw new Error(`${paidCount} payments: ${JSON.stringify(day)}`);
  });
  return jobRow('reconciliation', trades.length, ours, await compare(world, trades));
};

/** The same bill, unpacked, hashed and looked up line by line in a table of nothing but numbers and sums. */
const compare = async ({ standIns, dataDir }: JobWorld, trades: Trade[]): Promise<number> => {
  const db = new Libsql(path.join(dataDir, 'floor-bill.sqlite'));
  db.exec('CREATE TABLE paid (orderNo TEXT PRIMARY KEY, payFen INTEGER) WITHOUT ROWID; BEGIN');
  const insert = db.prepare('INSERT INTO paid VALUES (?, ?)');
  for (const { outTradeNo, totalFen } of trades) insert.run([outTradeNo, totalFen]);
  db.exec('COMMIT');
  const paid = db.prepare('SELECT payFen FROM paid WHERE orderNo = ?');
  const { bills } = standIns.wechatpay;
  let found = 0;
  const ms = await timed(async () => {
    const asked = new URLSearchParams({
      bill_date: `${DAY.slice(0, 4)}-${DAY.slice(4, 6)}-${DAY.slice(6)}`,
      tar_type: 'GZIP',
    });
    const { download_url: address } = await bills.apply('trade', asked, standIns.url);
    const content = bills.download(new URL(address).searchParams)!.pipe(createGunzip());
    const hash = createHash('sha1');
    content.on('data', (chunk: Buffer) => hash.update(chunk));
    let columns: string[] = [];
    for await (const line of createInterface(content)) {
      if (columns.length === 0) {
        columns = line.split(',');
        continue;
      }
      const values = line.slice(1).split(',`');
      const own = paid.get([values[columns.indexOf('商户订单号')]]) as
        | { payFen: number }
        | undefined;
      const fen = Math.round(Number(values[columns.indexOf('订单金额')]) * 100);
      if (own?.payFen === fen) found += 1;
    }
    hash.digest('hex');
  });
  db.close();
  if (found !== trades.length)
    throw new Error(`the floor found ${found} of ${trades.length} lines`);
  return ms;
};
