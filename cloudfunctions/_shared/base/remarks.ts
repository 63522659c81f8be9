import { type AdminRemark, MOST_REMARKS } from '#contract/remark.ts';
import { actorOf } from './actor.ts';
import { changeLatest } from './changeRecord.ts';
import type { AdminContext } from './dispatcher.ts';
import type { Repository, Stored } from './repository.ts';

/**
 * Adds to what administrators have noted about a record; the oldest remarks make room.
 * @throws 40400
 */
export const addRemark = async <R extends Stored & { adminRemarks: AdminRemark[] }>(
  records: Repository<R>,
  seen: R,
  text: string,
  context: AdminContext,
  resource: string,
): Promise<R> => {
  const by = await actorOf(context);
  const remark = { time: Date.now(), by: by.name, text };
  return changeLatest(
    records,
    seen,
    ({ adminRemarks }) => ({ adminRemarks: [...adminRemarks, remark].slice(-MOST_REMARKS) }),
    // The log shows what was added, not each time all of them.
    { by, resource, before: null, after: { adminRemarks: text } },
  );
};
