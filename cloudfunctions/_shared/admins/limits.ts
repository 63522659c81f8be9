import { codes } from '#contract/envelope.ts';
import { adminSentences } from '#contract/sentences/admins.ts';
import { DAY_MS, dayOf } from '#contract/shanghai.ts';
import { countAmount } from '../base/attempts.ts';
import type { AdminContext } from '../base/dispatcher.ts';
import { ActionError } from '../base/errors.ts';
import { refusal } from '../base/permissions.ts';

interface Day {
  what: 'refunds' | 'credits';
  amount: number;
  /** null for none. */
  limit: number | null;
  /** Asked for again with the same key: counted already. */
  isRepeated?: boolean;
  /** As the refusal says it. */
  inWords: (limit: number) => string;
}

/**
 * Gives something of which a role may give so much in a day of Shanghai. It is counted before it is given, so that of any
 * number at once no more is given; and taken back where nothing was.
 * @throws 40305 above the limit
 */
export const withinDay = async <R>(
  context: AdminContext,
  { what, amount, limit, isRepeated = false, inWords }: Day,
  give: () => Promise<R>,
): Promise<R> => {
  if (limit === null || isRepeated || amount <= 0) return give();
  const { _id } = await context.admin();
  const name = `${what} ${_id} ${dayOf(Date.now())}`;
  const takeBack = await countAmount(name, amount, limit, DAY_MS);
  if (!takeBack) throw await refusal(context, adminSentences.aboveDay(inWords(limit)));
  try {
    return await give();
  } catch (error) {
    if (!isMade(error)) await takeBack();
    throw error;
  }
};

/** What the gateway refuses is stored nevertheless, and goes on. */
const isMade = (error: unknown): boolean =>
  error instanceof ActionError &&
  error.code === codes.thirdParty &&
  typeof (error.data as { refundId?: unknown } | null)?.refundId === 'string';

/** @throws 40305 for more than the role may give at once */
export const withinLimit = async (
  context: AdminContext,
  amount: number,
  limit: number | null,
  sentence: (limit: number) => string,
): Promise<void> => {
  if (limit !== null && amount > limit) throw await refusal(context, sentence(limit));
};
