import { startOf } from '#contract/shanghai.ts';
import type { DifferenceStatus } from '#contract/reconciliation.ts';
import { _ } from '../base/cloud.ts';
import { isDuplicate } from '../base/errors.ts';
import { inParallel } from '../base/parallel.ts';
import { newId, stampNew } from '../base/repository.ts';
import { differences, type Finding, keyOf, type StoredDifference } from './records.ts';

/** What makes it another difference under the same number: a note about the one does not explain the other. */
const isSame = (stored: StoredDifference, { kind, billFen, ownFen }: Finding) =>
  stored.kind === kind && stored.billFen === billFen && stored.ownFen === ownFen;

const statusOf = ({ isWaiting }: Finding): DifferenceStatus => (isWaiting ? 'waiting' : 'open');

const factsOf = ({ isWaiting: _isWaiting, ...facts }: Finding) => facts;

const notClosed = { note: '', closeBy: '', closeTime: null };
const notResolved = { resolution: '', resolveTime: null };

/** Found again: open as before, open anew, or still explained. */
const findAgain = (stored: StoredDifference, finding: Finding, run: number) => {
  if (stored.status === 'closed' && isSame(stored, finding)) return { run };
  return { ...factsOf(finding), run, status: statusOf(finding), ...notClosed, ...notResolved };
};

/**
 * Stores what one comparison of a day has found, each number once however often it is found. May be repeated: whoever
 * was cut off before he noted how far he had come finds his own again.
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
      // Somebody is explaining it this moment: look again.
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
      // Another worker was here: what is there now is found again.
      if (!isDuplicate(error)) throw error;
      for (const { key } of fresh) missed.set(key, left.get(key)!);
    }
    left = new Map([...missed, ...[...left].filter(([key]) => !keys.includes(key))]);
  }
};

const PAGE = 500;
const RESOLUTION = '重新核对时已一致';

/** What the latest comparison of a day no longer finds is gone, unless somebody has explained it. */
export const resolveRest = async (day: string, run: number): Promise<void> => {
  for (const status of ['open', 'waiting'] as const)
    for (;;) {
      const gone = { day, status, run: _.lt(run) };
      const page = await differences.find(gone, { limit: PAGE, fields: ['_id'] });
      if (page.length === 0) break;
      const ids = page.map(({ _id }) => _id);
      const patch = { status: 'resolved', resolution: RESOLUTION, resolveTime: Date.now() };
      await differences.compareAndSetMany(ids, gone, patch);
    }
};

/** How a day's differences stand. */
export const countDifferences = async (day: string) => {
  const [openCount, waitingCount, closedCount] = await Promise.all(
    (['open', 'waiting', 'closed'] as const).map(status => differences.count({ day, status })),
  );
  return {
    openCount: openCount ?? 0,
    waitingCount: waitingCount ?? 0,
    closedCount: closedCount ?? 0,
  };
};
