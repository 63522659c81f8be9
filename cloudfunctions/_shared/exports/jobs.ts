import type { ExportJob } from '#contract/export.ts';
import { repository, type Stored } from '../base/repository.ts';

/** A job as it is stored: what people see, and where the work stands. */
export interface StoredExport extends Stored, Omit<ExportJob, keyof Stored> {
  /** The last record written; null at the beginning. Newest records come first. */
  cursor: { createTime: number; _id: string } | null;
  /** Parts stored so far, `export/<id>/<n>.part`. */
  parts: number;
  /** Until then somebody is at work on it; a worker that died lets go of it by not renewing this. */
  claimUntil: number;
  /** Tells this claim from one made after it. */
  claim: string;
  attempts: number;
  filePath: string;
}

export const exportJobs = repository<StoredExport>('exports');

/** Names that the storage rule of this product knows; never public. */
export const partPath = (id: string, part: number) =>
  `export/${id}/${String(part).padStart(6, '0')}.part`;
export const partsOf = ({ _id, parts }: StoredExport) =>
  // One more: the last may have been stored and not yet counted.
  Array.from({ length: parts + 1 }, (_unused, at) => partPath(_id, at));
