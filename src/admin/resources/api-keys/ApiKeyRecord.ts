import type { ApiKey } from '#contract/apiKey.ts';
import type { RecordOf } from '../../record.ts';

export type ApiKeyRecord = RecordOf<ApiKey>;
