import type { ActionInput } from '#contract/index.ts';
import { printOrderSentences } from '#contract/sentences/printOrders.ts';
import type { AdminContext } from '../_shared/base/dispatcher.ts';
import { invalid } from '../_shared/base/errors.ts';
import type { StoredPrintOrder } from '../_shared/prints/records.ts';
import { movePrintOrder } from './changePrintOrder.ts';

/** Puts the print order on hold, with the photos concerned and the reason; the deadline does not count meanwhile. */
export const holdPrintOrder = (
  { itemIndexes, reason, rev }: ActionInput<'adminPrintOrder', 'holdPrintOrder'>,
  context: AdminContext,
  seen: StoredPrintOrder | null,
): Promise<StoredPrintOrder> => {
  const bad = new Set(itemIndexes);
  if (seen && [...bad].some(at => at >= seen.items.length))
    throw invalid({ itemIndexes: printOrderSentences.chosenPhotosGone });
  return movePrintOrder(seen, 'on_hold', { rev, reason }, context, (current, now) => ({
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
