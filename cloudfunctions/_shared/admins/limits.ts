import { codes } from '#contract/envelope.ts';
import type { RoleLimits } from '#contract/rights/roles.ts';
import { adminSentences } from '#contract/sentences/admins.ts';
import { DAY_MS, dayOf } from '#contract/shanghai.ts';
import { countAmount, isUsedUp } from '../base/attempts.ts';
import type { AdminContext } from '../base/dispatcher.ts';
import { ActionError, forbidden } from '../base/errors.ts';

interface Day {
  what: 'refunds' | 'credits';
  amount: number;
  /** null for none. */
  limit: number | null;
  /** Asked for again with the same key: counted already. */
  isRepeated?: boolean;
  /** As people are told it. */
  inWords: (limit: number) => string;
}

/** What becomes of it above a limit, which is given in words. */
export type Above<R> = (limit: string) => Promise<R>;

/** Where it cannot wait for approval. @throws 40305 */
export const refuse: Above<never> = limit => Promise.reject(forbidden(limit));

const nameOf = async (context: AdminContext, what: Day['what']): Promise<string> =>
  `${what} ${(await context.admin())._id} ${dayOf(Date.now())}`;

/**
 * Gives something of which a role may give so much in a day of Shanghai. It is counted before it is given, so that of any
 * number at once no more is given; and taken back where it is certain that nothing was.
 */
export const withinDay = async <R>(
  context: AdminContext,
  { what, amount, limit, isRepeated = false, inWords }: Day,
  give: () => Promise<R>,
  above: Above<R>,
): Promise<R> => {
  if (limit === null || isRepeated || amount <= 0) return give();
  const takeBack = await countAmount(await nameOf(context, what), amount, limit, DAY_MS);
  if (!takeBack) return above(adminSentences.aboveDay(inWords(limit)));
  try {
    return await give();
  } catch (error) {
    if (isClean(error)) await takeBack();
    throw error;
  }
};

/** Whether it is above the limit of the day now, in words; '' where it is not. Counts nothing. */
export const aboveDay = async (
  context: AdminContext,
  { what, amount, limit, inWords }: Day,
): Promise<string> =>
  limit !== null && (await isUsedUp(await nameOf(context, what), limit, amount))
    ? adminSentences.aboveDay(inWords(limit))
    : '';

/** A refusal of ours. A refund that the gateway refuses is stored and goes on; of any other failure nobody knows. */
const isClean = (error: unknown): boolean =>
  error instanceof ActionError && error.code !== codes.thirdParty;

/** Of credits: which limit of one gift it is above, in words; '' for none. */
export const aboveGift = (amount: number, { creditLimit }: RoleLimits): string =>
  creditLimit !== null && amount > creditLimit ? adminSentences.aboveGift(creditLimit) : '';

/** A day's credits. */
export const creditsOfDay = (amount: number, { creditDayLimit }: RoleLimits): Day => ({
  what: 'credits',
  amount,
  limit: creditDayLimit,
  inWords: adminSentences.creditsADay,
});
