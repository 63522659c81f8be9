import {
  MAX_ARCHIVE_PHOTOS,
  type PhotoProblem,
  type PhotoWarning,
} from '#contract/printArchive.ts';
import { printArchiveSentences } from '#contract/sentences/printArchives.ts';
import { _ } from '../_shared/base/cloud.ts';
import { stateNotAllowed } from '../_shared/base/errors.ts';
import { files } from '../_shared/base/files.ts';
import { fileIdOf } from '../_shared/base/fileUse.ts';
import { sortedBy } from '../_shared/base/repository.ts';
import { addressesOf } from '../_shared/base/storage.ts';
import { orders } from '../_shared/orders/orders.ts';
import { isWhollyPaidBack } from '../_shared/orders/refundable.ts';
import { obstacleToPrint } from '../_shared/prints/archives.ts';
import { frameOf, type Measures, problemOf } from '../_shared/prints/printFrame.ts';
import { printOrders, type StoredPrintOrder } from '../_shared/prints/records.ts';

/**
 * Tells of a photo whether a refund has returned it, or is about to. Such photos stay in their print order, so that the
 * administrator who prints decides. Reprints cost nothing.
 */
const paidBackAmong = async (prints: readonly StoredPrintOrder[]) => {
  const ids = prints.flatMap(({ orderId, reprintOf }) => (orderId && !reprintOf ? [orderId] : []));
  const found = await orders.find(
    { _id: _.in(ids) },
    { limit: ids.length || 1, fields: ['payFen', 'refundedFen', 'refundingFen', 'refundItems'] },
  );
  const byId = new Map(found.map(order => [order._id, order]));
  return ({ orderId, reprintOf }: StoredPrintOrder, itemIndex: number): boolean => {
    const order = reprintOf ? undefined : byId.get(orderId);
    if (!order) return false;
    return isWhollyPaidBack(order) || order.refundItems.some(item => item.itemIndex === itemIndex);
  };
};

export interface WhatToPrint {
  batchNo?: string | undefined;
  ids?: string[] | undefined;
}

/** A share that nobody notices, and that rounding may take. */
const LOST_UNSEEN = 0.02;

const ordersOf = async ({ batchNo, ids = [] }: WhatToPrint): Promise<StoredPrintOrder[]> => {
  const query = batchNo === undefined ? { _id: _.in([...new Set(ids)]) } : { batchNo };
  return printOrders.find(query, {
    sort: sortedBy('asc', 'createTime', '_id'),
    limit: MAX_ARCHIVE_PHOTOS,
  });
};

/** Measures of the photos, as far as they are known. */
const measuresOf = async (paths: string[]): Promise<Map<string, Measures>> => {
  const rows = await files.find(
    { _id: _.in(paths.map(fileIdOf)) },
    { limit: paths.length || 1, fields: ['filePath', 'width', 'height'] },
  );
  return new Map(rows.filter(({ width }) => width > 0).map(row => [row.filePath, row]));
};

/** The print orders, and what their photos say without being opened. Two waits. */
export const examine = async (wanted: WhatToPrint) => {
  const orders = await ordersOf(wanted);
  const photos = orders.flatMap(order =>
    order.items.map((item, itemIndex) => ({ order, item, itemIndex })),
  );
  // So many print orders may be only some of those of the batch.
  if (photos.length > MAX_ARCHIVE_PHOTOS || orders.length === MAX_ARCHIVE_PHOTOS)
    throw stateNotAllowed(printArchiveSentences.tooManyPhotos(MAX_ARCHIVE_PHOTOS));
  const paths = [...new Set(photos.map(({ item }) => item.filePath))];
  const [measures, stored, isPaidBack] = await Promise.all([
    measuresOf(paths),
    addressesOf(paths),
    paidBackAmong(orders),
  ]);

  const examined = photos.map(({ order, item, itemIndex }) => {
    const { _id: printId, printNo, status } = order;
    const { filePath, lowRes } = item;
    const size = measures.get(filePath);
    const frame = size ? frameOf(size, item) : problemOf(item);
    const problem = [
      obstacleToPrint(order, item),
      !stored.has(filePath) && ('missing' as const),
      typeof frame === 'string' && frame,
    ].find((one): one is PhotoProblem => Boolean(one));
    const isCut = typeof frame === 'object' && (frame?.lost ?? 0) > LOST_UNSEEN;
    const warning = [
      isPaidBack(order, itemIndex) && ('paidBack' as const),
      lowRes && ('lowRes' as const),
      isCut && ('ratio' as const),
    ].find((one): one is PhotoWarning => Boolean(one));
    return { printId, printNo, itemIndex, status, qty: item.qty, problem, warning };
  });
  return { orders, examined };
};
