import type { ActionInput } from '#contract/index.ts';
import { addressOpenStatuses } from '#contract/printOrder.ts';
import type { AdminContext } from '../_shared/dispatcher.ts';
import { invalid, notFound, stateNotAllowed } from '../_shared/errors.ts';
import {
  type Address,
  addressFieldsOf,
  addressLine,
  openAddress,
} from '../_shared/prints/address.ts';
import { printGrams, type StoredPrintOrder } from '../_shared/prints/records.ts';
import { isKept } from '../_shared/secrets.ts';
import { auditRow } from '../_shared/audit.ts';
import { inTransaction } from '../_shared/transaction.ts';
import { change, move, nameOf } from './change.ts';

type Seen = StoredPrintOrder | null;
const CHANGES_KEPT = 50;

/** Puts the print order on hold, with the photos concerned and the reason; the deadline does not count meanwhile. */
export const holdPrintOrder = (
  { itemIndexes, reason, rev }: ActionInput<'adminPrintOrder', 'holdPrintOrder'>,
  context: AdminContext,
  seen: Seen,
): Promise<StoredPrintOrder> => {
  const bad = new Set(itemIndexes);
  if (seen && [...bad].some(at => at >= seen.items.length))
    throw invalid({ itemIndexes: '所选照片不存在' });
  return move(seen, 'on_hold', { rev, reason }, context, (current, now) => ({
    hold: { time: now, reason },
    items: current.items.map((item, at) =>
      bad.has(at) ? { ...item, itemStatus: 'bad' as const } : item,
    ),
    issues: [
      ...current.issues,
      ...[...bad].map(itemIndex => ({
        code: 'needs_photo' as const,
        desc: reason,
        itemIndex,
        time: now,
        resolved: false,
      })),
    ],
  }));
};

/** Until production begins; afterwards the parcel may already be labelled. */
export const updateAddress = async (
  { address, rev }: ActionInput<'adminPrintOrder', 'updateAddress'>,
  context: AdminContext,
  seen: Seen,
): Promise<StoredPrintOrder> => {
  const [by, now] = [await nameOf(context), Date.now()];
  return change(seen, { rev }, context, current => {
    if (!addressOpenStatuses.includes(current.status))
      throw stateNotAllowed('已开始制作，收件地址不能再修改');
    const phone = isKept(address.phone) ? openAddress(current).phone : address.phone;
    const fields = addressFieldsOf(current._id, { ...address, phone });
    const entry = {
      time: now,
      by,
      from: addressLine(current.address),
      to: addressLine(fields.address),
    };
    return {
      ...fields,
      addressChanges: [...current.addressChanges, entry].slice(-CHANGES_KEPT),
      grams: printGrams({ ...current, ...fields }),
    };
  });
};

/** Answered only after the audit row is stored. */
export const revealAddress = async (
  { id, reason }: ActionInput<'adminPrintOrder', 'revealAddress'>,
  context: AdminContext,
  seen: Seen,
): Promise<Address & { _id: string }> => {
  if (!seen) throw notFound();
  const address = openAddress(seen);
  const target = { resource: 'printOrder', resourceId: id, reason };
  const row = auditRow(context, await context.admin(), target);
  await inTransaction(transaction => transaction.insert('auditLogs', row));
  return { _id: id, ...address };
};
