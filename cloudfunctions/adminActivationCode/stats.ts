import { type CodeStatus, codeStatuses, expiringSoon } from '#contract/activationCode.ts';
import { dayOf } from '#contract/shanghai.ts';
import { _ } from '../_shared/base/cloud.ts';
import { activationCodes, batches } from '../_shared/codes/codes.ts';
import { figuresOf } from '../_shared/counting/counters.ts';

/** The newest, with a thousand codes or so each. */
const MOST_BATCHES = 1_000;

/** From the counts that batches keep, and from the counters; what expires is counted. All is queried at once. */
export const getCodeStats = async () => {
  const now = Date.now();
  const { from, to } = expiringSoon(now);
  const soon = _.gte(from).and(_.lte(to));
  const states = Object.keys(codeStatuses) as CodeStatus[];
  const today = dayOf(now);
  const [all, figures, expiringCodes, expiringBatches] = await Promise.all([
    batches.find({}, { sort: [['createTime', 'desc']], limit: MOST_BATCHES, fields: ['counts'] }),
    figuresOf([today]),
    activationCodes.count({ status: 'unused', expireTime: soon }),
    batches.count({ status: 'active', expireTime: soon }),
  ]);
  return {
    codes: Object.fromEntries(
      states.map(status => [status, all.reduce((sum, { counts }) => sum + counts[status], 0)]),
    ) as Record<CodeStatus, number>,
    usedToday: figures.get(today)?.['redeemedCodes'] ?? 0,
    expiringCodes,
    expiringBatches,
  };
};
