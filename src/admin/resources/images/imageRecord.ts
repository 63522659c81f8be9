import type { StoredFile } from '#contract/file.ts';
import type { RecordOf } from '../../kit/base/hooks.ts';

export type ImageRecord = RecordOf<StoredFile>;
