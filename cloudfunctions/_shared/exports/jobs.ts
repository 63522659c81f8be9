import type { ExportJob } from '#contract/export.ts';
import { type Claimable, claimsOf } from '../base/claim.ts';
import { environment } from '../base/environment.ts';
import { repository, type Stored } from '../base/repository.ts';

/** A job as stored: the public fields and its progress. */
export interface StoredExport extends Claimable, Omit<ExportJob, keyof Stored> {
  /** The last record written; null at the beginning. Newest records come first. */
  cursor: { createTime: number; _id: string } | null;
  /** Parts stored so far, `export/<id>/<n>.part`. */
  parts: number;
  /** What the export table's `sums` make of the records written so far. */
  sums: number[];
  filePath: string;
}

export const exportJobs = repository<StoredExport>('exports');
export const exportClaims = claimsOf(exportJobs, () => environment.EXPORT_CLAIM_MS);

/** In a folder that nobody is shown. */
export const partPath = (id: string, part: number) =>
  `export/${id}/${String(part).padStart(6, '0')}.part`;
export const partsOf = ({ _id, parts }: StoredExport) =>
  // One more: the last part may have been stored without being counted.
  Array.from({ length: parts + 1 }, (_unused, at) => partPath(_id, at));
