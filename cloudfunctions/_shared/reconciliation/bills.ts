import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { billSentences } from '#contract/sentences/reconciliation.ts';
import { environment } from '../base/environment.ts';
import type { WechatPay } from '../wechatPay/client.ts';
import { download } from '../wechatPay/transport.ts';
import { spoolTo } from './spool.ts';
import { BillError, BillLater, readTable, type TableOptions } from './table.ts';
import {
  addMovement,
  type BillTotals,
  FREE_COLUMN,
  FUND_FREE_COLUMN,
  FUND_SUMMARY_TITLE,
  type FundTotals,
  noTotals,
  readTradeRow,
  SUMMARY_TITLE,
} from './tradeBill.ts';
import { virtualNumbers } from './virtualBill.ts';

export interface TradeBill {
  hash: string;
  totals: BillTotals;
  /** The rows; see `spool.ts`. */
  file: string;
}

/** `20261120` → `2026-11-20` */
const dateOf = (day: string) => `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6, 8)}`;

/** Reads one bill completely. Null when the gateway says that there is none. */
const read = async (
  pay: WechatPay,
  kind: 'trade' | 'fundflow',
  day: string,
  options: Omit<TableOptions, 'sha1'>,
): Promise<string | null> => {
  const asked = await pay.bill(kind, dateOf(day));
  if (asked.kind === 'refused') {
    if (asked.code === 'NO_STATEMENT_EXIST') return null;
    if (asked.code === 'STATEMENT_CREATING') throw new BillLater(billSentences.notMadeYet);
    throw new BillError(billSentences.refused);
  }
  if (asked.kind === 'unknown') throw new BillLater(billSentences.noAnswer);
  const { sha1, address } = asked.data;
  const body = await download(pay.merchant, address, environment.RECONCILIATION_DOWNLOAD_MS);
  if (!body) throw new BillLater(billSentences.notDownloaded);
  await readTable(body, { ...options, sha1 });
  return sha1;
};

/**
 * The bills needed for a comparison, each fetched once into a temporary folder that `close` removes.
 * @throws BillLater, BillError
 */
export const openBills = async (pay: WechatPay) => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'reconciliation-'));
  const fetched = new Map<string, TradeBill | null>();
  let virtual: Promise<string[] | null> | undefined;

  const fetchBill = async (day: string): Promise<TradeBill | null> => {
    const file = path.join(folder, day);
    const spool = spoolTo(file);
    const totals = noTotals();
    let hash: string | null;
    try {
      hash = await read(pay, 'trade', day, {
        summaryTitle: SUMMARY_TITLE,
        freeColumn: FREE_COLUMN,
        onRow: row => {
          const kept = readTradeRow(row, totals);
          if (totals.rows > environment.RECONCILIATION_MOST_ROWS)
            throw new BillError(billSentences.tooManyRows);
          return kept ? spool.write(kept) : undefined;
        },
      });
    } finally {
      await spool.end();
    }
    return hash === null ? null : { hash, totals, file };
  };

  return {
    trade: async (day: string): Promise<TradeBill | null> => {
      const known = fetched.get(day);
      if (known !== undefined) return known;
      const bill = await fetchBill(day);
      fetched.set(day, bill);
      return bill;
    },

    funds: async (day: string): Promise<FundTotals | null> => {
      const totals = { incomeFen: 0, outgoFen: 0, paidFen: 0, refundedFen: 0 };
      const hash = await read(pay, 'fundflow', day, {
        summaryTitle: FUND_SUMMARY_TITLE,
        freeColumn: FUND_FREE_COLUMN,
        onRow: row => addMovement(row, totals),
      });
      return hash === null ? null : totals;
    },

    /** The numbers that the bill of virtual payments names, for the one day that is compared. */
    virtual: (day: string) => (virtual ??= virtualNumbers(day)),

    close: () => rm(folder, { recursive: true, force: true }),
  };
};

export type Bills = Awaited<ReturnType<typeof openBills>>;
