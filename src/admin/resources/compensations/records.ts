import type { Compensation, CompensationRow } from '#contract/compensation.ts';
import type { RecordOf } from '../../kit/base/hooks.ts';

export type CompensationRecord = RecordOf<Compensation>;
export type RowRecord = RecordOf<CompensationRow>;

/** How often one that is at work is read again. */
export const SOON_MS = 2_000;
export const isOpen = ({ status, approval }: Pick<Compensation, 'status' | 'approval'>): boolean =>
  (status === 'queued' && approval !== 'waiting') || status === 'running';
