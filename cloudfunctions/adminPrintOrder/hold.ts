import type { ActionInput } from '#contract/index.ts';
import { printOrderSentences } from '#contract/sentences/printOrders.ts';
import type { AdminContext } from '../_shared/base/dispatcher.ts';
import { invalid } from '../_shared/base/errors.ts';
import { tellUser } from '../_shared/messages/outbox.ts';
import type { StoredPrintOrder } from '../_shared/prints/records.ts';
import { movePrintOrder, type Tell } from './changePrintOrder.ts';

/** Puts the print order on hold, with the photos concerned and the reason; the deadline does not count meanwhile. */
export const holdPrintOrder = (
  { itemIndexes, reason, rev }: ActionInput<'adminPrintOrder', 'holdPrintOrder'>,
  context: AdminContext,
  seen: StoredPrintOrder | null,
): Promise<StoredPrintOrder> => {
  const bad = new Set(itemIndexes);
  if (seen && [...bad].some(at => at >= seen.items.length))
    throw invalid({ itemIndexes: printOrderSentences.chosenPhotosGone });
  const holding = (current: StoredPrintOrder, now: number) => ({
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
  });
  return movePrintOrder(seen, 'on_hold', { rev, reason }, context, holding, tellOfHold);
};

const tellOfHold: Tell = (transaction, { _id, rev, printNo, userId, openid, hold }) =>
  tellUser(transaction, {
    event: 'printHold',
    key: `${_id}_${rev}`,
    user: { _id: userId, openid },
    subjects: [`print-orders/${_id}`],
    values: { printNo, reason: hold?.reason ?? '' },
  });
