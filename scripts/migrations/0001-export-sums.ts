import type { Stored } from '#cloudfunctions/_shared/base/repository.ts';
import type { RecordMigration } from './migration.ts';

interface ExportJob extends Stored {
  status: string;
  /** Sums of the records written so far; the first version did not store them. */
  sums?: number[];
  cursor: unknown;
  parts: number;
  done: number;
  claim: string;
  claimUntil: number;
  attempts: number;
}

/** What was summed up so far is unknown, so it begins again. A worker that is at it loses it. */
const begunAgain = {
  status: 'queued',
  cursor: null,
  parts: 0,
  done: 0,
  claim: '',
  claimUntil: 0,
  attempts: 0,
};

export const migration: RecordMigration<ExportJob> = {
  collection: 'exports',
  fields: ['status', 'sums'],
  change: ({ status, sums }) => {
    if (sums) return null;
    const isOpen = status === 'queued' || status === 'running';
    return { sums: [], ...(isOpen && begunAgain) };
  },
};
