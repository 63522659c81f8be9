import { ARCHIVE_DAYS } from '#contract/constants.ts';
import type { ActionInput } from '#contract/index.ts';
import {
  archiveStatuses,
  archiveTransitions,
  MAX_ARCHIVE_PHOTOS,
  type PhotoProblem,
  type PhotoWarning,
  printArchiveActions,
} from '#contract/printArchive.ts';
import { printArchiveSentences } from '#contract/sentences/printArchives.ts';
import { dayOf } from '#contract/shanghai.ts';
import { mayMove } from '#contract/states.ts';
import { actorOf, nameOf } from '../_shared/base/actor.ts';
import { changeRecord } from '../_shared/base/changeRecord.ts';
import { unclaimed } from '../_shared/base/claim.ts';
import { _ } from '../_shared/base/cloud.ts';
import { writing } from '../_shared/base/crud.ts';
import { defineFunction, onRecord, withLoad } from '../_shared/base/dispatcher.ts';
import { downloadOf } from '../_shared/base/download.ts';
import { notFound, stateNotAllowed } from '../_shared/base/errors.ts';
import { files } from '../_shared/base/files.ts';
import { fileIdOf } from '../_shared/base/fileUse.ts';
import { listing } from '../_shared/base/listing.ts';
import { sortedBy } from '../_shared/base/repository.ts';
import { addressesOf } from '../_shared/base/storage.ts';
import { orders } from '../_shared/orders/orders.ts';
import { isWhollyPaidBack } from '../_shared/orders/refundable.ts';
import {
  archives,
  obstacleToPrint,
  partName,
  partPath,
  placeOf,
  type StoredArchive,
} from '../_shared/prints/archives.ts';
import { frameOf, type Measures, problemOf } from '../_shared/prints/printFrame.ts';
import { printOrders, type StoredPrintOrder } from '../_shared/prints/records.ts';

/**
 * Whether a refund has returned a photo, or is about to. Such photos stay in their print order, so that the
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

interface WhatToPrint {
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

/** The print orders, and what their photos say without being opened. Database round trips: 2. */
const examine = async (wanted: WhatToPrint) => {
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

const { create } = writing<StoredArchive>({
  collection: 'printArchives',
  resource: 'printArchive',
  job: 'printArchives',
});
const list = listing<StoredArchive>({
  collection: 'printArchives',
  stateField: 'status',
  states: Object.keys(archiveStatuses),
});

/** ASCII, because the storage's own addresses name the downloaded file. */
const unnamed = (now: number) => `prints-${dayOf(now)}-${String(now % 1e6).padStart(6, '0')}`;

export const main = defineFunction('adminPrintArchive', printArchiveActions, {
  checkPrintPhotos: async wanted => {
    const { orders, examined } = await examine(wanted);
    return {
      orders: orders.length,
      photos: examined.length,
      prints: examined.reduce((sum, { qty }) => sum + qty, 0),
      problems: examined.flatMap(({ problem, ...photo }) =>
        problem ? [{ ...photo, problem }] : [],
      ),
      warnings: examined.flatMap(({ warning, problem, ...photo }) =>
        warning && !problem ? [{ ...photo, warning }] : [],
      ),
    };
  },

  createPrintArchive: withLoad(
    (wanted: ActionInput<'adminPrintArchive', 'createPrintArchive'>) => examine(wanted),
    async (request, context, { orders, examined }) => {
      const { batchNo = '', leaveOut } = request;
      const admin = await context.admin();
      const accepted = new Set(leaveOut.map(({ id, itemIndex }) => placeOf(id, itemIndex)));
      const lacking = examined.flatMap(({ printId, printNo, itemIndex, problem }) => {
        const isAccepted = accepted.has(placeOf(printId, itemIndex));
        // No caller has its address.
        if (problem && !isAccepted) throw stateNotAllowed(printArchiveSentences.photosChanged);
        return isAccepted
          ? [{ printId, printNo, itemIndex, problem: problem ?? ('leftOut' as const) }]
          : [];
      });
      if (lacking.length === examined.length)
        throw stateNotAllowed(printArchiveSentences.nothingToPrint);
      return create(
        {
          batchNo,
          name: batchNo || unnamed(Date.now()),
          orderCount: orders.length,
          orderIds: orders.map(({ _id }) => _id),
          leftOut: lacking.map(({ printId, itemIndex }) => placeOf(printId, itemIndex)),
          status: 'queued',
          done: 0,
          total: examined.length - lacking.length,
          problems: lacking,
          parts: [],
          error: '',
          adminId: admin._id,
          adminName: nameOf(admin),
          finishTime: null,
          purgeTime: null,
          planned: false,
          ...unclaimed,
          swept: false,
        },
        context,
        request,
      );
    },
  ),

  getPrintArchives: request => list(request),

  getPrintArchiveUrl: onRecord(archives, async ({ id, part }, context, archive) => {
    await context.admin();
    if (archive.status === 'expired')
      throw stateNotAllowed(printArchiveSentences.expired(ARCHIVE_DAYS));
    if (archive.status !== 'ready') throw stateNotAllowed(printArchiveSentences.notReady);
    if (!archive.parts[part]) throw notFound();
    const by = await actorOf(context);
    const fileName = partName(archive, part);
    const after = { downloaded: fileName };
    const entry = { by, resource: 'printArchive', resourceId: id, after };
    return { ...(await downloadOf(partPath(archive, part), entry)), fileName };
  }),

  cancelPrintArchive: onRecord(archives, async (_data, context, archive) => {
    if (!mayMove(archiveTransitions, archive.status, 'cancelled'))
      throw stateNotAllowed(printArchiveSentences.endedAlready);
    // A running worker notices with its next photo; then the job removes what it has made.
    const written = await changeRecord(
      archives,
      archive,
      { status: archive.status },
      { status: 'cancelled', finishTime: Date.now() },
      { by: await actorOf(context), resource: 'printArchive' },
    );
    if (!written) throw stateNotAllowed(printArchiveSentences.changedMeanwhile);
    return written;
  }),
});
