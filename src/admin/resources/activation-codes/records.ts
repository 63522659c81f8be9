import type { ActivationBatch, ActivationCode } from '#contract/activationCode.ts';
import type { RecordOf } from '../../kit/base/record.ts';

export type BatchRecord = RecordOf<ActivationBatch>;
export type CodeRecord = RecordOf<ActivationCode>;

export const batchPath = (id: string) => `/activation-codes/${encodeURIComponent(id)}`;
