import type { Action } from '#contract/action.ts';
import { codes } from '#contract/envelope.ts';
import { environment } from './environment.ts';
import { ActionError } from './errors.ts';
import type { LiveSession } from './session.ts';

/**
 * Until an administrator whose role requires a second factor has one, little else is allowed than to set it up.
 * @throws 40303
 */
export const refuseWithoutFactor = (
  { admin, session }: LiveSession,
  { withOneTimePassword, withoutFactor }: Pick<Action, 'withOneTimePassword' | 'withoutFactor'>,
): void => {
  if (!session.needsSecondFactor || admin.secondFactorTime) return;
  if (!withOneTimePassword && !withoutFactor) throw new ActionError(codes.secondFactorRequired);
};

/**
 * What shows or replaces a secret needs a second factor that was confirmed in this session a short time ago, where there is
 * one; confirmed with the one that there is now.
 * @throws 40304
 */
export const askFactor = (
  { admin, session }: LiveSession,
  definition: Pick<Action, 'asksFactor'>,
  input: unknown,
): void => {
  if (!admin.secondFactorTime || !definition.asksFactor?.(input)) return;
  const { factorTime = 0 } = session;
  const isFresh = Date.now() - factorTime < environment.FACTOR_FRESH_MS;
  if (!isFresh || factorTime < admin.secondFactorTime)
    throw new ActionError(codes.secondFactorNeeded);
};
