import type { ActivationBatch, ActivationCode } from '#contract/activationCode.ts';
import { type RecordOf, showPath } from '../../kit/base/hooks.ts';

export type BatchRecord = RecordOf<ActivationBatch>;
export type CodeRecord = RecordOf<ActivationCode>;

export const batchPath = (id: string) => showPath('activation-codes', id);
