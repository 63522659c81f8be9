import type { Action } from '#contract/action.ts';
import { decidesByInput, demandOf, meets } from '#contract/rights/demands.ts';
import { adminActor } from './actor.ts';
import { audit } from './audit.ts';
import type { CallContext } from './callContext.ts';
import { forbidden } from './errors.ts';
import { report } from './log.ts';
import { addAttempts } from './rateLimit.ts';
import type { LiveSession, StoredAdmin } from './session.ts';

/**
 * Admits a call if the administrator's role has what the contract says that its action takes.
 * @param input the parsed one; null where it breaks its schema, and the call is refused for that
 * @throws 40305
 */
export const permitted = (
  live: LiveSession,
  definition: Pick<Action, 'right'>,
  input: { data: unknown } | null,
): LiveSession => {
  if (!input && decidesByInput(definition)) return live;
  if (!meets(live.rights, demandOf(definition, input?.data))) throw forbidden();
  return live;
};

/** Refusals of one action to one administrator are recorded once in this time. */
const REFUSAL_MS = 60_000;

/** The audit row of a refusal; where it cannot be written the call is refused all the same. */
export const auditRefusal = async (
  admin: StoredAdmin,
  context: CallContext,
  reason: string,
): Promise<void> => {
  const name = `refused ${admin._id} ${context.function} ${context.action}`;
  try {
    if ((await addAttempts(name, REFUSAL_MS)) > 1) return;
    const about = { resource: 'admin', resourceId: admin._id };
    await audit({ by: adminActor(context, admin), ...about, result: 'fail', reason });
  } catch (error) {
    report('refusal not in the audit log', error);
  }
};
