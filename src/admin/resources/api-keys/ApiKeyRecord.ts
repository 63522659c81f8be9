import type { ApiKey } from '#contract/apiKey.ts';
import type { RecordOf } from '../../record.ts';

export type ApiKeyRecord = RecordOf<ApiKey>;

/** Below the mark that was set for it. */
export const isLow = ({ remainCoins, lowCoins }: ApiKeyRecord) =>
  remainCoins !== null && lowCoins !== null && remainCoins < lowCoins;
