import { createHash } from 'node:crypto';
import type { ActionInput } from '#contract/index.ts';
import { auditRow } from '../_shared/audit.ts';
import { count } from '../_shared/counters.ts';
import type { AdminContext } from '../_shared/dispatcher.ts';
import { environment } from '../_shared/environment.ts';
import { invalid, notFound, stateNotAllowed } from '../_shared/errors.ts';
import { addressFieldsOf, openAddress } from '../_shared/prints/address.ts';
import { newPrintNo, printGrams, type StoredPrintOrder } from '../_shared/prints/records.ts';
import { newId } from '../_shared/repository.ts';
import { inTransaction } from '../_shared/transaction.ts';
import { nameOf } from './change.ts';

type Wish = ActionInput<'adminPrintOrder', 'createReprint'>;

/** @throws 40902, 40001 */
const check = (original: StoredPrintOrder, itemIndexes: Set<number>) => {
  if (original.reprintOf) throw stateNotAllowed('请在原冲印订单上发起补印');
  if (original.status !== 'shipped' && original.status !== 'completed')
    throw stateNotAllowed('发货之后才能补印');
  if (original.reprintIds.length >= environment.PRINT_REPRINTS)
    throw stateNotAllowed(`同一冲印订单最多补印 ${environment.PRINT_REPRINTS} 次`);
  if ([...itemIndexes].some(at => at >= original.items.length))
    throw invalid({ itemIndexes: '所选照片不存在' });
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
    .filter((_item, at) => chosen.has(at))
    .map(item => ({ ...item, unitFen: 0, amountFen: 0, itemStatus: 'ok' as const }));
  const fields = {
    ...original,
    ...addressFieldsOf(_id, openAddress(original)),
    _id,
    rev: 1,
    createTime: now,
    updateTime: now,
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
      fileReady: 'complete' as const,
      producing: 'not_started' as const,
      shipping: 'not_started' as const,
    },
    issues: [],
    hold: null,
    batchNo: '',
    expressCompany: '',
    expressNo: '',
    shipTime: null,
    signTime: null,
    slaTime: now + environment.PRINT_SLA_MS,
    overdue: false,
    reprintOf: original._id,
    reprintIds: [],
    addressChanges: [],
    adminRemark: '',
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
  const hash = createHash('sha256').update(`${wish.id}\n${wish.idemKey}`).digest('hex');
  const id = `prt_${wish.idemKey ? hash.slice(0, 24) : newId()}`;
  const [by, admin, now, rowId] = [
    await nameOf(context),
    await context.admin(),
    Date.now(),
    newId(),
  ];
  const made = await inTransaction(async transaction => {
    const first = await transaction.get<StoredPrintOrder>('printOrders', id);
    if (first) return first;
    const original = await transaction.get<StoredPrintOrder>('printOrders', wish.id);
    if (!original) throw notFound();
    check(original, chosen);
    const reprint = reprintOf(original, id, chosen, wish, by, now);
    await transaction.insert('printOrders', reprint);
    await transaction.update('printOrders', original._id, {
      reprintIds: [...original.reprintIds, id],
      rev: original.rev + 1,
      updateTime: now,
    });
    const target = { resource: 'printOrder', resourceId: id, reason: wish.reason };
    const row = auditRow(context, admin, { ...target, after: { ...reprint, history: [] } });
    await transaction.insert('auditLogs', { ...row, _id: rowId });
    return reprint;
  });
  // An existing reprint with this id is older.
  if (made.createTime === now) await count(now, { reprints: 1 });
  return made;
};
