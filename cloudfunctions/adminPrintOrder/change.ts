import type { PrintOrderStatus } from '#contract/printOrderStates.ts';
import { changeRecord } from '../_shared/changeRecord.ts';
import type { AdminContext } from '../_shared/dispatcher.ts';
import { conflict, notFound } from '../_shared/errors.ts';
import { planMove } from '../_shared/prints/moves.ts';
import { printOrders, type StoredPrintOrder } from '../_shared/prints/records.ts';

type Patch = Partial<StoredPrintOrder>;

/** Retries of a change without `rev` on a record that others keep changing. */
const TRIES = 5;

export interface Asked {
  rev?: number | undefined;
  reason?: string | undefined;
}

/**
 * Compare-and-set on the version the change was planned for, so that the history, items and hold it is based on are the
 * stored ones. Without a `rev` from the caller it is planned again for a newer version; the plan throws if it no longer
 * fits.
 * @throws 40400, 40901, and what `plan` throws
 */
export const change = async (
  seen: StoredPrintOrder | null,
  { rev, reason = '' }: Asked,
  context: AdminContext,
  plan: (current: StoredPrintOrder) => Patch,
): Promise<StoredPrintOrder> => {
  if (!seen) throw notFound();
  if (rev !== undefined && seen.rev !== rev) throw conflict(seen);
  let current = seen;
  for (let tries = 1; ; tries += 1) {
    const guard = { rev: current.rev };
    const written = await changeRecord(printOrders, current, guard, plan(current), {
      context,
      resource: 'printOrder',
      reason,
    });
    if (written) return written;
    const now = await printOrders.get(current._id);
    if (!now) throw notFound();
    if (rev !== undefined || tries >= TRIES) throw conflict(now);
    current = now;
  }
};

export const nameOf = async (context: AdminContext): Promise<string> => {
  const admin = await context.admin();
  return admin.nickName || admin.username;
};

/** A move of the table with further fields. @throws 40902 */
export const move = async (
  seen: StoredPrintOrder | null,
  to: PrintOrderStatus,
  asked: Asked,
  context: AdminContext,
  extra: (current: StoredPrintOrder, now: number) => Patch = () => ({}),
): Promise<StoredPrintOrder> => {
  const [by, now] = [await nameOf(context), Date.now()];
  const { reason = '' } = asked;
  return change(seen, asked, context, current =>
    planMove(current, { to, by, reason, now }, extra(current, now)),
  );
};
