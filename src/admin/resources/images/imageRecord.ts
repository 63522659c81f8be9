import type { StoredFile } from '#contract/file.ts';
import type { RecordOf } from '../../kit/base/record.ts';

export type ImageRecord = RecordOf<StoredFile>;
