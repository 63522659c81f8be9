import type { PrintSize } from '#contract/printSize.ts';
import type { RecordOf } from '../../kit/base/hooks.ts';

export type SizeRecord = RecordOf<PrintSize>;
