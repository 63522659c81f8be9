import { EXPORT_DAYS, MAX_TOTAL } from '#contract/constants.ts';
import { exportActions, exportStatuses, exportTransitions } from '#contract/export.ts';
import { exportable } from '#contract/exportTable.ts';
import { readableAmong } from '#contract/rights/rights.ts';
import { exportSentences } from '#contract/sentences/exports.ts';
import { dayOf } from '#contract/shanghai.ts';
import { mayMove } from '#contract/states.ts';
import { actorOf, nameOf } from '../_shared/base/actor.ts';
import { changeRecord } from '../_shared/base/changeRecord.ts';
import { unclaimed } from '../_shared/base/claim.ts';
import { type AuthoredRecord, writing } from '../_shared/base/crud.ts';
import {
  type AdminContext,
  defineFunction,
  onRecord,
  withLoad,
} from '../_shared/base/dispatcher.ts';
import { downloadOf } from '../_shared/base/download.ts';
import { forbidden, notFound, stateNotAllowed } from '../_shared/base/errors.ts';
import { listing } from '../_shared/base/listing.ts';
import { filterTextOf } from '../_shared/exports/filterText.ts';
import { exportJobs, type StoredExport } from '../_shared/exports/jobs.ts';
import { kindsIn, mayExport } from '../_shared/exports/mayExport.ts';
import { countMatching } from '../_shared/exports/query.ts';

type Authored = StoredExport & AuthoredRecord;
const { create } = writing<Authored>({
  collection: 'exports',
  resource: 'export',
  job: 'exports',
});
const list = listing<Authored>({
  collection: 'exports',
  stateField: 'status',
  states: Object.keys(exportStatuses),
});

/** Other administrators' exports are answered as missing: they may hold what only their owner asked for. */
const ownedBy = (job: StoredExport, admin: { _id: string }): StoredExport => {
  if (job.adminId !== admin._id) throw notFound();
  return job;
};

/** Limits an export of the audit log to what the role may read there. */
const narrowed = async (
  asked: Pick<StoredExport, 'resource' | 'filter'>,
  context: AdminContext,
): Promise<StoredExport['filter']> => {
  if (asked.resource !== 'audit-logs') return asked.filter;
  const { rights } = await context.permissions();
  const kinds = readableAmong(rights, kindsIn(asked));
  return kinds ? { ...asked.filter, resource: kinds } : asked.filter;
};

/** `模板_20261120.csv` */
const fileNameOf = (resource: string) => {
  const day = dayOf(Date.now());
  return `${exportable(resource)?.label ?? exportSentences.unnamed}_${day}.csv`;
};

export const main = defineFunction('adminExport', exportActions, {
  createExport: withLoad(
    async ({ resource, filter, q }) => {
      const table = exportable(resource);
      if (!table) throw notFound();
      const [total, filterText] = await Promise.all([
        countMatching(table, filter, q),
        filterTextOf(resource, filter, q ?? ''),
      ]);
      // The worker counts the rows of a long export.
      return { total: total > MAX_TOTAL ? 0 : total, filterText };
    },
    async (request, context, { total, filterText }) => {
      const { idemKey: _key, columns, q = '', ...asked } = request;
      const admin = await context.admin();
      const wanted = { ...asked, filter: await narrowed(asked, context) };
      const all = exportable(wanted.resource)?.columns.map(({ path }) => path) ?? [];
      return create(
        {
          ...wanted,
          q,
          filterText,
          columns: columns ?? all,
          status: 'queued',
          done: 0,
          total: wanted.filter === asked.filter ? total : 0,
          fileName: fileNameOf(wanted.resource),
          sizeBytes: 0,
          error: '',
          filePath: '',
          adminId: admin._id,
          adminName: nameOf(admin),
          finishTime: null,
          purgeTime: null,
          cursor: null,
          parts: 0,
          sums: [],
          ...unclaimed,
        },
        context,
        request,
      );
    },
  ),

  getExports: async (request, context) => {
    const [page, { rights }] = await Promise.all([
      list(request, { adminId: context.claimedAdminId }),
      context.permissions(),
    ]);
    const shown = page.list.filter(job => mayExport(rights, job));
    return { ...page, list: shown, total: page.total - (page.list.length - shown.length) };
  },

  getExportUrl: onRecord(exportJobs, async ({ id }, context, found) => {
    const job = ownedBy(found, await context.admin());
    const { rights } = await context.permissions();
    if (!mayExport(rights, job)) throw forbidden();
    if (job.status === 'expired') {
      throw stateNotAllowed(exportSentences.expired(EXPORT_DAYS));
    }
    if (job.status !== 'done') throw stateNotAllowed(exportSentences.notDone);
    const by = await actorOf(context);
    const entry = { by, resource: 'export', resourceId: id, after: { downloaded: true } };
    return { ...(await downloadOf(job.filePath, entry)), fileName: job.fileName };
  }),

  cancelExport: onRecord(exportJobs, async (_data, context, found) => {
    const job = ownedBy(found, await context.admin());
    if (!mayMove(exportTransitions, job.status, 'cancelled')) {
      throw stateNotAllowed(exportSentences.endedAlready);
    }
    // A running worker notices with its next page, and its parts are removed.
    const written = await changeRecord(
      exportJobs,
      job,
      { status: job.status },
      { status: 'cancelled', finishTime: Date.now() },
      { by: await actorOf(context), resource: 'export' },
    );
    if (!written) throw stateNotAllowed(exportSentences.changedMeanwhile);
    return written;
  }),
});
