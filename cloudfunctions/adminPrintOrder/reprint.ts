import type { ActionInput } from '#contract/index.ts';
import { printOrderEntity } from '#contract/printOrder.ts';
import { printOrderSentences } from '#contract/sentences/printOrders.ts';
import { actorOf } from '../_shared/base/actor.ts';
import type { AdminContext } from '../_shared/base/dispatcher.ts';
import { environment } from '../_shared/base/environment.ts';
import { invalid, stateNotAllowed } from '../_shared/base/errors.ts';
import { idFromKey } from '../_shared/base/ids.ts';
import { intended, madeBefore } from '../_shared/base/repeats.ts';
import type { New } from '../_shared/base/repository.ts';
import { inTransaction } from '../_shared/base/transaction.ts';
import { count } from '../_shared/counting/counters.ts';
import { addressFieldsOf, openAddress } from '../_shared/prints/address.ts';
import { newPrintNo, printGrams, type StoredPrintOrder } from '../_shared/prints/records.ts';

type Wish = ActionInput<'adminPrintOrder', 'createReprint'>;

/** @throws 40902, 40001 */
const check = (original: StoredPrintOrder, { items }: Wish) => {
  if (original.reprintOf) throw stateNotAllowed(printOrderSentences.reprintOfReprint);
  if (original.status !== 'shipped' && original.status !== 'completed')
    throw stateNotAllowed(printOrderSentences.reprintTooEarly);
  if (original.reprintIds.length >= environment.PRINT_REPRINTS)
    throw stateNotAllowed(printOrderSentences.tooManyReprints(environment.PRINT_REPRINTS));
  for (const { itemIndex, qty } of items) {
    const ordered = original.items[itemIndex]?.qty;
    if (ordered === undefined) throw invalid({ items: printOrderSentences.chosenPhotosGone });
    // Said here before the items say it.
    if (!original.files.includes(original.items[itemIndex]!.filePath))
      throw stateNotAllowed(printOrderSentences.photosErased);
    if (qty > ordered)
      throw invalid({ items: printOrderSentences.fewerPrinted(itemIndex + 1, ordered) });
  }
};

const reprintOf = (
  original: StoredPrintOrder,
  _id: string,
  { items: chosen, reason }: Wish,
  by: string,
  now: number,
): New<StoredPrintOrder> => {
  const qtyAt = new Map(chosen.map(({ itemIndex, qty }) => [itemIndex, qty]));
  const items = original.items.flatMap((item, originalIndex) => {
    const qty = qtyAt.get(originalIndex);
    const free = { unitFen: 0, amountFen: 0, itemStatus: 'ok' as const };
    return qty === undefined ? [] : [{ ...item, ...free, originalIndex, qty }];
  });
  const { orderId, orderNo, userId, openid, userSnap, userRemark, source, claim } = original;
  const { placedOpenid } = original;
  const fields = {
    ...printOrderEntity.blank(),
    ...addressFieldsOf(_id, openAddress(original)),
    _id,
    orderId,
    orderNo,
    userId,
    openid,
    userSnap,
    userRemark,
    source,
    claim,
    claimCipher: '',
    placedOpenid,
    printNo: newPrintNo(now),
    items,
    photoCount: items.reduce((sum, { qty }) => sum + qty, 0),
    payFen: 0,
    status: 'confirmed' as const,
    steps: {
      fileCheck: 'complete' as const,
      fileReady: 'not_started' as const,
      producing: 'not_started' as const,
      shipping: 'not_started' as const,
    },
    slaTime: now + environment.PRINT_SLA_MS,
    reprintOf: original._id,
    history: [{ time: now, from: '', to: 'confirmed', by, reason }],
    sizeIds: [...new Set(items.map(({ sizeId }) => sizeId))],
    files: [...new Set(items.map(({ filePath }) => filePath))],
  };
  return { ...fields, grams: printGrams(fields) };
};

/** The limit is checked in the original's own document, so that concurrent calls cannot exceed it. */
export const createReprint = async (
  wish: Wish,
  context: AdminContext,
): Promise<StoredPrintOrder> => {
  const id = `prt_${idFromKey(wish.idemKey, [wish.id])}`;
  const by = await actorOf(context);
  const { reprint, isNew } = await inTransaction(async transaction => {
    const first = await transaction.get<StoredPrintOrder>('printOrders', id);
    if (first) return { reprint: madeBefore(first, wish), isNew: false };
    const original = await transaction.require<StoredPrintOrder>('printOrders', wish.id);
    check(original, wish);
    const fields = {
      ...reprintOf(original, id, wish, by.name, transaction.now),
      ...intended(wish),
    };
    const reprintIds = [...original.reprintIds, id];
    await transaction.change('printOrders', original, { reprintIds });
    const made = await transaction.insert('printOrders', fields, {
      by,
      resource: 'printOrder',
      reason: wish.reason,
      after: { ...fields, history: [] },
    });
    return { reprint: made, isNew: true };
  });
  if (isNew) await count(reprint.createTime, { reprints: 1 });
  return reprint;
};
