import { readableAmong, rightToExport } from '#contract/rights/rights.ts';
import type { StoredExport } from './jobs.ts';

/** The kinds of record that an export of the audit log is limited to. */
export const kindsIn = ({ filter }: Pick<StoredExport, 'filter'>) =>
  filter['resource'] as string | string[] | undefined;

/** Whether a role exports this list, and of the audit log reads all that it is to hold. */
export const mayExport = (
  rights: ReadonlySet<string>,
  job: Pick<StoredExport, 'resource' | 'filter'>,
): boolean => {
  if (!rights.has(rightToExport(job.resource))) return false;
  const asked = kindsIn(job);
  const kinds = job.resource === 'audit-logs' ? readableAmong(rights, asked) : undefined;
  return !kinds || (asked !== undefined && kinds.length === [asked].flat().length);
};
