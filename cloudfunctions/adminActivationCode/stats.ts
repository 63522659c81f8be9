import { type CodeStatus, codeStatuses, expiringSoon } from '#contract/activationCode.ts';
import { timeOfDay } from '#contract/shanghai.ts';
import { _ } from '../_shared/base/cloud.ts';
import { activationCodes, batches } from '../_shared/codes/codes.ts';

/** Each figure is a count on an index; all are queried at once. */
export const getCodeStats = async () => {
  const now = Date.now();
  const { from, to } = expiringSoon(now);
  const soon = _.gte(from).and(_.lte(to));
  const states = Object.keys(codeStatuses) as CodeStatus[];
  const [counts, usedToday, expiringCodes, expiringBatches] = await Promise.all([
    Promise.all(states.map(status => activationCodes.count({ status }))),
    activationCodes.count({ status: 'used', usedTime: _.gte(now - timeOfDay(now)) }),
    activationCodes.count({ status: 'unused', expireTime: soon }),
    batches.count({ status: 'active', expireTime: soon }),
  ]);
  return {
    codes: Object.fromEntries(states.map((status, at) => [status, counts[at] ?? 0])) as Record<
      CodeStatus,
      number
    >,
    usedToday,
    expiringCodes,
    expiringBatches,
  };
};
