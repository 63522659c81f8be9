import type { Action } from '#contract/action.ts';
import { codes } from '#contract/envelope.ts';
import { environment } from './environment.ts';
import { ActionError } from './errors.ts';
import type { LiveSession, Raise } from './session.ts';

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

/** Whether an account without a second factor has to set one up before it does what asks for one. */
const isRaised = ({ time, byFactor }: Raise): boolean =>
  byFactor || Date.now() - time < environment.RAISED_WAIT_MS;

/**
 * What raises rights or shows or replaces a secret needs a second factor that was confirmed in this session a short time
 * ago, with the one that there is now. Without one it needs rights that are neither new nor from one with a factor:
 * otherwise an account made for the purpose would do what its maker's code is asked for.
 * @throws 40304, 40303
 */
export const askFactor = (
  { admin, session, raises }: LiveSession,
  definition: Pick<Action, 'asksFactor' | 'withoutFactor'>,
  input: unknown,
): void => {
  if (!definition.asksFactor?.(input)) return;
  if (!admin.secondFactorTime) {
    if (!definition.withoutFactor && raises.some(isRaised))
      throw new ActionError(codes.secondFactorRequired);
    return;
  }
  const { factorTime = 0 } = session;
  const isFresh = Date.now() - factorTime < environment.FACTOR_FRESH_MS;
  if (!isFresh || factorTime < admin.secondFactorTime)
    throw new ActionError(codes.secondFactorNeeded);
};
