import { _ } from '../../_shared/base/cloud.ts';
import { environment } from '../../_shared/base/environment.ts';
import { removeFiles } from '../../_shared/base/storage.ts';
import {
  exportClaims,
  exportJobs,
  partsOf,
  type StoredExport,
} from '../../_shared/exports/jobs.ts';
import { work } from './work.ts';

const PAGE = 20;

export const writeExports = (): Promise<number> =>
  exportClaims.workOnAll('export', Date.now() + environment.EXPORT_BUDGET_MS, work);

/** Removes expired files and the parts of cancelled and failed jobs. */
export const purgeExports = async (): Promise<number> => {
  const now = Date.now();
  const old = await exportJobs.find({ status: 'done', purgeTime: _.lte(now) }, { limit: PAGE });
  for (const { _id, filePath } of old) {
    await removeFiles([filePath]);
    await exportJobs.compareAndSet(_id, { status: 'done' }, { status: 'expired', filePath: '' });
  }
  // Not while a worker may still store a part.
  const ended = await exportClaims.idle(['cancelled', 'failed'], PAGE, { parts: _.gte(0) });
  for (const job of ended) await sweep(job);
  return old.length + ended.length;
};

const sweep = async (job: StoredExport) => {
  await removeFiles(partsOf(job));
  await exportJobs.note(job._id, { parts: -1 });
};
