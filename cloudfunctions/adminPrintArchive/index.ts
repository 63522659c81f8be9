import { ARCHIVE_DAYS } from '#contract/constants.ts';
import type { ActionInput } from '#contract/index.ts';
import {
  archiveStatuses,
  archiveTransitions,
  printArchiveActions,
} from '#contract/printArchive.ts';
import { printArchiveSentences } from '#contract/sentences/printArchives.ts';
import { dayOf } from '#contract/shanghai.ts';
import { mayMove } from '#contract/states.ts';
import { actorOf, nameOf } from '../_shared/base/actor.ts';
import { changeRecord } from '../_shared/base/changeRecord.ts';
import { unclaimed } from '../_shared/base/claim.ts';
import { writing } from '../_shared/base/crud.ts';
import { defineFunction, onRecord, withLoad } from '../_shared/base/dispatcher.ts';
import { downloadOf } from '../_shared/base/download.ts';
import { notFound, stateNotAllowed } from '../_shared/base/errors.ts';
import { listing } from '../_shared/base/listing.ts';
import {
  archives,
  partName,
  partPath,
  placeOf,
  type StoredArchive,
} from '../_shared/prints/archives.ts';
import { examine } from './examine.ts';

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
        // Nobody has been told of it.
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
