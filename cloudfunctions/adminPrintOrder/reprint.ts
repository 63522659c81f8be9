import type { ActionInput } from '#contract/index.ts';
import { printOrderSentences } from '#contract/sentences/printOrders.ts';
import { actorOf } from '../_shared/base/actor.ts';
import type { AdminContext } from '../_shared/base/dispatcher.ts';
import { environment } from '../_shared/base/environment.ts';
import { invalid, notFound, stateNotAllowed } from '../_shared/base/errors.ts';
import { idFromKey } from '../_shared/base/ids.ts';
import { inTransaction } from '../_shared/base/transaction.ts';
import { count } from '../_shared/counting/counters.ts';
import { addressFieldsOf, openAddress } from '../_shared/prints/address.ts';
import {
  newPrintNo,
  noLogistics,
  printGrams,
  type StoredPrintOrder,
} from '../_shared/prints/records.ts';

type Wish = ActionInput<'adminPrintOrder', 'createReprint'>;

/** @throws 40902, 40001 */
const check = (original: StoredPrintOrder, itemIndexes: Set<number>) => {
  if (original.reprintOf) throw stateNotAllowed(printOrderSentences.reprintOfReprint);
  if (original.status !== 'shipped' && original.status !== 'completed')
    throw stateNotAllowed(printOrderSentences.reprintTooEarly);
  if (original.reprintIds.length >= environment.PRINT_REPRINTS)
    throw stateNotAllowed(printOrderSentences.tooManyReprints(environment.PRINT_REPRINTS));
  if ([...itemIndexes].some(at => at >= original.items.length))
    throw invalid({ itemIndexes: printOrderSentences.chosenPhotosGone });
};

const reprintOf = (
  original: StoredPrintOrder,
  _id: string,
  chosen: Set<number>,
  { reason }: Wish,
  by: string,
  now: number,
): StoredPrintOrder => {
  const items = original.items
    .map((item, originalIndex) => ({
      ...item,
      originalIndex,
      unitFen: 0,
      amountFen: 0,
      itemStatus: 'ok' as const,
    }))
    .filter(({ originalIndex }) => chosen.has(originalIndex));
  const fields = {
    ...original,
    ...addressFieldsOf(_id, openAddress(original)),
    _id,
    printNo: newPrintNo(now),
    items,
    photoCount: items.reduce((sum, { qty }) => sum + qty, 0),
    goodsFen: 0,
    shippingFen: 0,
    discountFen: 0,
    payFen: 0,
    status: 'confirmed' as const,
    steps: {
      fileCheck: 'complete' as const,
      fileReady: 'not_started' as const,
      producing: 'not_started' as const,
      shipping: 'not_started' as const,
    },
    issues: [],
    hold: null,
    batchNo: '',
    expressCompany: '',
    expressNo: '',
    logistics: noLogistics,
    shipTime: null,
    signTime: null,
    slaTime: now + environment.PRINT_SLA_MS,
    overdue: false,
    expireTime: null,
    reprintOf: original._id,
    reprintIds: [],
    addressChanges: [],
    adminRemarks: [],
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
  seen: StoredPrintOrder | null,
): Promise<StoredPrintOrder> => {
  if (!seen) throw notFound();
  const chosen = new Set(wish.itemIndexes);
  const id = `prt_${idFromKey(wish.idemKey, [wish.id])}`;
  const by = await actorOf(context);
  const { reprint, isNew } = await inTransaction(async transaction => {
    const first = await transaction.get<StoredPrintOrder>('printOrders', id);
    if (first) return { reprint: first, isNew: false };
    const original = await transaction.require<StoredPrintOrder>('printOrders', wish.id);
    check(original, chosen);
    const fields = reprintOf(original, id, chosen, wish, by.name, transaction.now);
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
