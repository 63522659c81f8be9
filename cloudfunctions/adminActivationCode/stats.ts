import {
  type BatchStatus,
  batchStatuses,
  type CodeStatus,
  codeStatuses,
} from '#contract/activationCode.ts';
import { DAY_MS, timeOfDay } from '#contract/shanghai.ts';
import { _ } from '../_shared/base/cloud.ts';
import { activationCodes, batches } from '../_shared/codes/codes.ts';

const SOON_MS = 7 * DAY_MS;

const each = async <K extends string>(keys: K[], count: (key: K) => Promise<number>) => {
  const counts = await Promise.all(keys.map(count));
  return Object.fromEntries(keys.map((key, at) => [key, counts[at] ?? 0])) as Record<K, number>;
};

/** Each figure is a count on an index; all are queried at once. */
export const getCodeStats = async () => {
  const now = Date.now();
  const midnight = now - timeOfDay(now);
  const soon = _.gte(now).and(_.lte(now + SOON_MS));
  const [byBatch, codes, usedToday, expiringSoon] = await Promise.all([
    each(Object.keys(batchStatuses) as BatchStatus[], status => batches.count({ status })),
    each(Object.keys(codeStatuses) as CodeStatus[], status => activationCodes.count({ status })),
    activationCodes.count({ status: 'used', usedTime: _.gte(midnight) }),
    activationCodes.count({ status: 'unused', expireTime: soon }),
  ]);
  return { batches: byBatch, codes, usedToday, expiringSoon };
};
