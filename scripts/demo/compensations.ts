import {
  rowIdOf,
  type StoredCompensation,
  type StoredCompensationRow,
  type TargetPage,
  targetPageId,
} from '#cloudfunctions/_shared/compensations/records.ts';
import { compensationEntity } from '#contract/compensation.ts';
import { compensationSentences } from '#contract/sentences/compensations.ts';
import type { DemoPerson } from './people.ts';
import { authored, DAY, HOUR, stamped } from './record.ts';

/** One after an incident of last week, and one that has just been asked for. */
export const demoCompensations = (people: readonly Pick<DemoPerson, '_id'>[], now: number) => {
  const helped = people.slice(1, 13).map(({ _id }) => _id);
  const compensation = (
    at: number,
    time: number,
    more: Pick<StoredCompensation, 'what' | 'amount' | 'reason'> & Partial<StoredCompensation>,
  ): StoredCompensation => ({
    _id: `cmp_000${at}`,
    ...stamped(time),
    ...compensationEntity.blank(),
    packageId: '',
    target: 'users',
    userNote: '',
    selection: `sel_000${at}`,
    pages: 1,
    page: 0,
    total: helped.length,
    targetText: compensationSentences.chosen(helped.length),
    claim: '',
    claimUntil: 0,
    attempts: 0,
    ...authored,
    ...more,
  });
  const then = now - 6 * DAY;
  const row = (userId: string, at: number): StoredCompensationRow => ({
    _id: rowIdOf('cmp_0001', userId),
    ...stamped(then + 2_000 + at * 40),
    compensationId: 'cmp_0001',
    userId,
    taskId: '',
    retryId: '',
    result: at === 4 ? 'skipped' : 'done',
    message: at === 4 ? compensationSentences.noMember : '',
    amount: at === 4 ? 0 : 3,
  });
  const compensationRows = helped.map(row);
  const done = compensationRows.filter(({ result }) => result === 'done').length;
  const target = (at: number): TargetPage => ({
    _id: targetPageId(`sel_000${at}`, 0),
    ...stamped(now),
    ids: helped,
    expireTime: now + 30 * DAY,
  });
  return {
    compensations: [
      compensation(1, then, {
        what: 'membership',
        amount: 3,
        reason: '会员高峰期排队过长',
        status: 'done',
        done,
        skipped: helped.length - done,
        sum: done * 3,
        page: 1,
        finishTime: then + 4_000,
      }),
      compensation(2, now, {
        what: 'credits',
        amount: 10,
        reason: '昨晚服务故障',
        userNote: '服务故障补偿',
        // Claimed for a while, so that there is something to stop.
        claimUntil: now + HOUR,
      }),
    ],
    compensationRows,
    compensationTargets: [target(2)],
  };
};
