import { codes } from '#contract/envelope.ts';
import type { RoleLimits } from '#contract/rights/roles.ts';
import { adminSentences } from '#contract/sentences/admins.ts';
import { DAY_MS, dayOf } from '#contract/shanghai.ts';
import { aboveGift, type Worth } from '#contract/worth.ts';
import { countAmount, isUsedUp, type TakeBack } from '../base/attempts.ts';
import { _ } from '../base/cloud.ts';
import type { AdminContext } from '../base/dispatcher.ts';
import { ActionError, forbidden } from '../base/errors.ts';
import { admins, storedPermissionsOf } from '../base/session.ts';

/** What is counted by the day of Shanghai. */
interface Day {
  what: 'refunds' | 'credits' | 'days';
  amount: number;
  /** Asked for again with the same key: counted already. */
  isRepeated?: boolean;
  /** null for none. */
  limitOf: (limits: RoleLimits) => number | null;
  /** As a sentence for people. */
  inWords: (limit: number) => string;
}

/** What becomes of it above a limit, which is given in words. */
export type Above<R> = (limit: string) => Promise<R>;

/** Where it cannot wait for approval. @throws 40305 */
export const refuse: Above<never> = limit => Promise.reject(forbidden(limit));

const nameOf = (adminId: string, { what }: Day): string =>
  `${what} ${adminId} ${dayOf(Date.now())}`;

/** On whose day it counts, with their limits: one's own, and that of whom made the account, or set its password. */
const countedOn = async (context: AdminContext): Promise<{ id: string; limits: RoleLimits }[]> => {
  const [{ _id: id, heldBy = [] }, { limits }] = await Promise.all([
    context.admin(),
    context.permissions(),
  ]);
  const holders = heldBy.length > 0 ? await admins.find({ _id: _.in(heldBy) }) : [];
  const held = holders.map(async holder => ({
    id: holder._id,
    limits: (await storedPermissionsOf(holder)).limits,
  }));
  return [{ id, limits }, ...(await Promise.all(held))];
};

/** Counts on every day that it counts on, or on none. @returns which limit it is above, in words, or how to take it back */
const countDays = async (context: AdminContext, days: Day[]): Promise<string | TakeBack> => {
  const counted: TakeBack[] = [];
  const takeBack = async () => void (await Promise.all(counted.map(one => one())));
  const limited = days.filter(({ amount, isRepeated }) => amount > 0 && !isRepeated);
  const holders = limited.length > 0 ? await countedOn(context) : [];
  for (const day of limited)
    for (const { id, limits } of holders) {
      const limit = day.limitOf(limits);
      if (limit === null) continue;
      const one = await countAmount(nameOf(id, day), day.amount, limit, DAY_MS);
      if (!one) {
        await takeBack();
        return adminSentences.aboveDay(day.inWords(limit));
      }
      counted.push(one);
    }
  return takeBack;
};

/**
 * Gives something of which a role may give so much in a day of Shanghai. It is counted before it is given, so that of any
 * number at once no more is given; and taken back where it is certain that nothing was.
 */
export const withinDay = async <R>(
  context: AdminContext,
  days: Day[],
  give: () => Promise<R>,
  above: Above<R>,
): Promise<R> => {
  const counted = await countDays(context, days);
  if (typeof counted === 'string') return above(counted);
  try {
    return await give();
  } catch (error) {
    if (isClean(error)) await counted();
    throw error;
  }
};

/** Whether it is above the limit of the day now, in words; '' where it is not. Counts nothing. */
export const aboveDay = async (context: AdminContext, day: Day): Promise<string> => {
  for (const { id, limits } of await countedOn(context)) {
    const limit = day.limitOf(limits);
    if (limit !== null && (await isUsedUp(nameOf(id, day), limit, day.amount)))
      return adminSentences.aboveDay(day.inWords(limit));
  }
  return '';
};

/** A refusal of ours. A refund that the gateway refuses is stored and goes on; of any other failure nobody knows. */
const isClean = (error: unknown): boolean =>
  error instanceof ActionError && error.code !== codes.thirdParty;

interface Giving {
  /** For one user, at most. */
  each: Worth;
  /** For all together. */
  all?: Worth;
  /** Asked for again with the same key: counted already. */
  isRepeated?: boolean;
}

/** Gives, returns or takes credits and days as far as the role may. */
export const giveWithin = async <R>(
  context: AdminContext,
  { each, all = each, isRepeated = false }: Giving,
  give: () => Promise<R>,
  above: Above<R>,
): Promise<R> => {
  const { limits } = await context.permissions();
  const limit = isRepeated ? '' : aboveGift(each, limits);
  if (limit) return above(limit);
  const credits: Day = {
    what: 'credits',
    amount: Math.abs(all.credits),
    isRepeated,
    limitOf: ({ creditDayLimit }) => creditDayLimit,
    inWords: adminSentences.creditsADay,
  };
  const days: Day = {
    what: 'days',
    amount: Math.abs(all.days),
    isRepeated,
    limitOf: ({ memberDaysDayLimit }) => memberDaysDayLimit,
    inWords: adminSentences.memberDaysADay,
  };
  return withinDay(context, [credits, days], give, above);
};
