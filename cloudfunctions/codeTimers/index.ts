import { actors } from '#contract/sentences/actors.ts';
import { userSentences } from '#contract/sentences/users.ts';
import { continueClosings } from '../_shared/accounts/closing.ts';
import { systemActor } from '../_shared/base/actor.ts';
import { _ } from '../_shared/base/cloud.ts';
import { purgeExpired } from '../_shared/base/purgeExpired.ts';
import { repository } from '../_shared/base/repository.ts';
import { defineTimerFunction } from '../_shared/base/timerFunction.ts';
import { batches, recount } from '../_shared/codes/codes.ts';
import { continueJobs, expireCodes } from '../_shared/codes/jobs.ts';
import type { StoredUser } from '../_shared/users/ledger.ts';
import { logUser } from '../_shared/users/userLog.ts';

const PAGE = 100;
const PURGE_MS = 15_000;
const MOST_PAGES = 20;

/** Batches still in use, newest first. */
const recountOpen = async (): Promise<number> => {
  let done = 0;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const found = await batches.find(
      { status: _.in(['active', 'disabled']) },
      { sort: [['createTime', 'desc']], skip: page * PAGE, limit: PAGE, fields: ['_id'] },
    );
    for (const { _id } of found) await recount(_id);
    done += found.length;
    if (found.length < PAGE) break;
  }
  return done;
};

const users = repository<StoredUser>('users');

/**
 * Enables users whose disabling has ended. By compare-and-set, so that a user disabled again meanwhile stays disabled.
 *
 */
const enableUsers = async (): Promise<number> => {
  const now = Date.now();
  const due = { status: 'disabled', disabledUntil: _.gt(0).and(_.lte(now)) };
  const found = await users.find(due, { limit: PAGE, sort: [['disabledUntil', 'asc']] });
  for (const user of found) {
    const patch = { status: 'normal', statusReason: '', disabledUntil: null };
    const enabled = await users.compareAndSet(user._id, due, patch);
    if (!enabled) continue;
    await logUser(enabled, {
      type: 'status',
      title: userSentences.enabledAgain,
      operator: actors.system,
    });
  }
  return found.length;
};

export const main = defineTimerFunction('codeTimers', {
  /** Continues unfinished jobs, deletions and bans. */
  jobs: async () => ({
    continued: await continueJobs(),
    closed: await continueClosings(systemActor(actors.system, 'codeTimers', 'jobs')),
  }),
  /** Expires codes, corrects figures, and removes what has expired. */
  expire: async () => ({
    expired: await expireCodes(),
    recounted: await recountOpen(),
    removed: await purgeExpired(Date.now() + PURGE_MS),
  }),
  /** Enables users whose disabling has ended. */
  enable: enableUsers,
});
