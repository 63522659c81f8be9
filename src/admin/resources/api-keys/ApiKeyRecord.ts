import type { ApiKey } from '#contract/apiKey.ts';
import type { RecordOf } from '../../kit/base/hooks.ts';

export type ApiKeyRecord = RecordOf<ApiKey>;
