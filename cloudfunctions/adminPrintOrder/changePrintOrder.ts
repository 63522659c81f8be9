import type { PrintOrderStatus } from '#contract/printOrderStates.ts';
import { actorOf } from '../_shared/base/actor.ts';
import { changeLatest, changeRecord } from '../_shared/base/changeRecord.ts';
import type { AdminContext } from '../_shared/base/dispatcher.ts';
import { conflict } from '../_shared/base/errors.ts';
import { inTransaction, type Known, known, type Transaction } from '../_shared/base/transaction.ts';
import { planPrintMove } from '../_shared/prints/moves.ts';
import { printOrders, type StoredPrintOrder } from '../_shared/prints/records.ts';

type Patch = Partial<StoredPrintOrder>;

export interface Asked {
  rev?: number | undefined;
  reason?: string | undefined;
}

/** What else a change makes, in its transaction: a message, an upload. */
export type Notify = (transaction: Transaction, after: StoredPrintOrder) => Promise<void>;

interface Besides {
  /** What else is read for it. */
  also?: Known[];
  /** Done beside the commit. */
  beside?: () => Promise<unknown>;
}

/**
 * Compare-and-set on the version the change was planned for, so that the history, items and hold it is based on are the
 * stored ones. Without a `rev` from the caller it is planned again for a newer version; the plan throws if it no longer
 * fits.
 * @throws 40901, and what `plan` throws
 */
export const changePrintOrder = async (
  seen: StoredPrintOrder,
  { rev, reason = '' }: Asked,
  context: AdminContext,
  plan: (current: StoredPrintOrder) => Patch,
  notify?: Notify,
  { also = [], ...options }: Besides = {},
): Promise<StoredPrintOrder> => {
  if (rev !== undefined && seen.rev !== rev) throw conflict(seen);
  const entry = { by: await actorOf(context), resource: 'printOrder', reason };
  if (notify)
    return inTransaction(
      async transaction => {
        const before = await transaction.require<StoredPrintOrder>('printOrders', seen._id, rev);
        const after = await transaction.change('printOrders', before, plan(before), entry);
        await notify(transaction, after);
        return after;
      },
      { ...options, known: [known('printOrders', seen._id, seen), ...also] },
    );
  if (rev === undefined) return changeLatest(printOrders, seen, plan, entry);
  const written = await changeRecord(printOrders, seen, { rev }, plan(seen), entry);
  return written ?? printOrders.missed(seen._id);
};

/** A move of the table with what it brings. @throws 40902 */
export const movePrintOrder = async (
  seen: StoredPrintOrder,
  to: PrintOrderStatus,
  asked: Asked,
  context: AdminContext,
  extra: (current: StoredPrintOrder, now: number) => Patch = () => ({}),
  notify?: Notify,
): Promise<StoredPrintOrder> => {
  const { name: by } = await actorOf(context);
  const now = Date.now();
  const { reason = '' } = asked;
  const plan = (current: StoredPrintOrder) =>
    planPrintMove(current, { to, by, reason, now }, extra(current, now));
  return changePrintOrder(seen, asked, context, plan, notify);
};
