import type { ApiKey } from '#contract/apiKey.ts';
import type { RecordOf } from '../../kit/base/record.ts';

export type ApiKeyRecord = RecordOf<ApiKey>;
