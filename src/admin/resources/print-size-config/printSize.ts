import type { PrintSize } from '#contract/printSize.ts';
import type { RecordOf } from '../../record.ts';

export type SizeRecord = RecordOf<PrintSize>;
