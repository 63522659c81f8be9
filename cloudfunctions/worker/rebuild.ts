import { dayAfter, dayOf } from '#contract/shanghai.ts';
import { _ } from '../_shared/base/cloud.ts';
import { endOfRun } from '../_shared/base/due.ts';
import { environment } from '../_shared/base/environment.ts';
import { heldLease } from '../_shared/base/lease.ts';
import { report } from '../_shared/base/log.ts';
import { repository } from '../_shared/base/repository.ts';
import { type Counter } from '../_shared/counting/counters.ts';
import { foldDays } from '../_shared/counting/fold.ts';
import { rebuildDay } from '../_shared/counting/rebuild.ts';
import { users } from '../_shared/users/ledger.ts';

/** Then no further day is begun. As long again is left to end one without rests, before the function's time is up. */
const BUDGET_MS = 30_000;
const CLAIM_MS = 120_000;
const STATE = 'rebuild';

/** Where the last run stopped, and the lease of the current one. */
interface State extends Counter {
  /** The next day to compare, going back in time. */
  next: string;
  claim: string;
  claimUntil: number;
}

const states = repository<State>('counters');

const free = { claim: '', claimUntil: 0 };
/** One run at a time. */
const lease = heldLease(
  states,
  { holder: 'claim', held: (claim, claimUntil) => ({ claim, claimUntil }), free },
  () => CLAIM_MS,
);

const claim = async (now: number): Promise<State | null> => {
  await states.insertUnlessThere({ part: STATE, next: '', ...free }, STATE);
  return lease.take(STATE, { claimUntil: _.lte(now) });
};

/**
 * Days that have ended, then today and yesterday, then earlier days until the time is up; the next run continues there.
 */
export const rebuild = async () => {
  const now = Date.now();
  const until = endOfRun(BUDGET_MS);
  const mine = await claim(now);
  if (!mine) return { claimed: false };
  const folded = await foldDays(now, until);
  const today = dayOf(now);
  const [oldest] = await users.find({}, { sort: [['createTime', 'asc']], limit: 1 });
  const furthest = dayAfter(today, -environment.COUNTERS_REBUILD_DAYS);
  const first = [dayOf(oldest?.createTime ?? now), furthest].sort()[1] ?? today;
  const corrected: Record<string, Record<string, number>> = {};
  const compare = async (day: string) => {
    const wrong = await rebuildDay(day, until);
    if (Object.keys(wrong).length > 0) corrected[day] = wrong;
  };
  await compare(today);
  await compare(dayAfter(today, -1));
  const newest = dayAfter(today, -2);
  let next = mine.next >= first && mine.next <= newest ? mine.next : newest;
  let days = 2;
  while (next >= first && Date.now() < until) {
    await compare(next);
    next = dayAfter(next, -1);
    days += 1;
    // A run that is killed loses one day.
    await lease.renew(mine, {}, { next });
  }
  await lease.release(mine, {}, { next });
  if (Object.keys(corrected).length > 0)
    report('counters corrected', undefined, JSON.stringify(corrected));
  return { claimed: true, folded, days, corrected };
};
