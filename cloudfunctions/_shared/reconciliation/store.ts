import type { DifferenceStatus } from '#contract/reconciliation.ts';
import { reconciliationSentences } from '#contract/sentences/reconciliation.ts';
import { startOf } from '#contract/shanghai.ts';
import { _ } from '../base/cloud.ts';
import { isDuplicate } from '../base/errors.ts';
import { inParallel } from '../base/parallel.ts';
import { newId, stampNew } from '../base/repository.ts';
import { differences, type Finding, keyOf, type StoredDifference } from './records.ts';

/**
 * What distinguishes a difference from another one of the same number: an explanation of one does not apply to the
 * other.
 */
const isSame = (stored: StoredDifference, { kind, billFen, ownFen }: Finding) =>
  stored.kind === kind && stored.billFen === billFen && stored.ownFen === ownFen;

const statusOf = ({ isWaiting }: Finding): DifferenceStatus => (isWaiting ? 'waiting' : 'open');

const factsOf = ({ isWaiting: _isWaiting, ...facts }: Finding) => facts;

const notClosed = { note: '', closeBy: '', closeTime: null };
const notResolved = { resolution: '', resolveTime: null };

/** State of a difference found again: still open, open again, or still explained. */
const findAgain = (stored: StoredDifference, finding: Finding, run: number) => {
  if (stored.status === 'closed' && isSame(stored, finding)) return { run };
  return { ...factsOf(finding), run, status: statusOf(finding), ...notClosed, ...notResolved };
};

/**
 * Stores the differences found by one comparison, each number once. May be repeated: after a crash it finds its own
 * rows.
 */
export const storeFindings = async (
  day: string,
  run: number,
  findings: Finding[],
): Promise<void> => {
  let left = new Map(findings.map(finding => [keyOf(day, finding), finding]));
  while (left.size > 0) {
    const keys = [...left.keys()].slice(0, 500);
    const known = await differences.find({ key: _.in(keys) }, { limit: keys.length });
    const missed = new Map<string, Finding>();
    await inParallel(known, async stored => {
      const finding = left.get(stored.key)!;
      const patch = findAgain(stored, finding, run);
      // An administrator is explaining it right now: check again.
      if (!(await differences.compareAndSet(stored._id, { rev: stored.rev }, patch)))
        missed.set(stored.key, finding);
    });
    const there = new Set(known.map(({ key }) => key));
    const now = Date.now();
    const fresh = keys
      .filter(key => !there.has(key))
      .map((key): StoredDifference => {
        const finding = left.get(key)!;
        const fields = {
          key,
          run,
          day,
          dayTime: startOf(day),
          ...factsOf(finding),
          status: statusOf(finding),
          ...notClosed,
          ...notResolved,
        };
        return stampNew(fields, newId(), now);
      });
    try {
      if (fresh.length > 0) await differences.insertMany(fresh);
    } catch (error) {
      // Another worker stored it meanwhile: treat it as found again.
      if (!isDuplicate(error)) throw error;
      for (const { key } of fresh) missed.set(key, left.get(key)!);
    }
    left = new Map([...missed, ...[...left].filter(([key]) => !keys.includes(key))]);
  }
};

const PAGE = 500;

/** Resolves differences that the latest comparison no longer finds, unless they were explained. */
export const resolveRest = async (day: string, run: number): Promise<void> => {
  for (const status of ['open', 'waiting'] as const)
    for (;;) {
      const gone = { day, status, run: _.lt(run) };
      const page = await differences.find(gone, { limit: PAGE, fields: ['_id'] });
      if (page.length === 0) break;
      const ids = page.map(({ _id }) => _id);
      const patch = {
        status: 'resolved',
        resolution: reconciliationSentences.consistentNow,
        resolveTime: Date.now(),
      };
      await differences.compareAndSetMany(ids, gone, patch);
    }
};

/** Counts a day's differences by state. */
export const countDifferences = async (day: string) => {
  const [openCount, waitingCount, closedCount] = await Promise.all(
    (['open', 'waiting', 'closed'] as const).map(status => differences.countAll({ day, status })),
  );
  return {
    openCount: openCount ?? 0,
    waitingCount: waitingCount ?? 0,
    closedCount: closedCount ?? 0,
  };
};
