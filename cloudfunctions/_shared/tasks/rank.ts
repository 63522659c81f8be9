import { _ } from '../base/cloud.ts';
import type { StoredUser } from '../users/ledger.ts';
import { isMember } from '../users/membership.ts';
import { splitCost, type StoredTask, tasks } from './tasks.ts';

/** Tasks of those who pay are served before those of others. */
export type Lane = 'paid' | 'free';

const digitOf = { paid: '0', free: '1' } as const satisfies Record<Lane, string>;
const TURN_DIGITS = 10;
const TIME_DIGITS = 13;

/**
 * The place of a task in the queue of its pool, which is served in ascending order: `<lane>_<turn>_<createTime>_<id>`.
 * It never changes, also when the task goes back into the queue.
 */
export const rankOf = (lane: Lane, turn: number, createTime: number, id: string): string =>
  [
    digitOf[lane],
    String(turn).padStart(TURN_DIGITS, '0'),
    String(createTime).padStart(TIME_DIGITS, '0'),
    id,
  ].join('_');

export const laneOf = ({ rank }: Pick<StoredTask, 'rank'>): Lane =>
  rank.startsWith(digitOf.free) ? 'free' : 'paid';

const turnOf = (rank: string) => Number(rank.split('_')[1]);

/** The ranks of a lane: a range of the index. */
export const inLane = (lane: Lane) =>
  _.gte(digitOf[lane]).and(_.lt(String(Number(digitOf[lane]) + 1)));

/**
 * A task is paid for if it takes bought credits, and if its user could have paid for it with such, had the free task of
 * the day or gifts not been taken first; members have paid as well.
 */
export const laneFor = (
  user: Pick<StoredUser, 'credits' | 'packageId' | 'packageExpireTime'>,
  cost: { usual: number; now: number },
  now: number,
): Lane => {
  const { credits } = user;
  const takesPaid = splitCost(cost.now, credits).paid > 0;
  const couldPay = credits.paid >= Math.max(1, cost.usual);
  return takesPaid || couldPay || isMember(user, now) ? 'paid' : 'free';
};

/**
 * The turn of a task whose user has no other one: the one after the last that was served in this lane. So who comes with
 * a first task is served before the second ones of others, and who waits is not overtaken by ever new ones. One entry of
 * the index.
 */
export const nextTurn = async (pool: string, lane: Lane): Promise<number> => {
  const [last] = await tasks.find(
    { pool, status: 'succeeded', rank: inLane(lane) },
    { sort: [['rank', 'desc']], limit: 1, fields: ['rank'] },
  );
  return last ? turnOf(last.rank) + 1 : 0;
};
