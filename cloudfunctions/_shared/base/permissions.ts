import { decidesByInput, type Demand, demandOf, meets } from '#contract/actionRights.ts';
import { codes } from '#contract/envelope.ts';
import { adminSentences } from '#contract/sentences/admins.ts';
import { adminActor } from './actor.ts';
import { audit } from './audit.ts';
import type { AdminContext, CallContext } from './callContext.ts';
import { ActionError } from './errors.ts';
import { report } from './log.ts';
import { addAttempts } from './rateLimit.ts';
import type { LiveSession, StoredAdmin } from './session.ts';

/** Of one administrator and action the audit log is told once in this time. */
const REFUSAL_MS = 60_000;

/** The refusal has its audit row; where that cannot be written it is refused all the same. */
const refused = async (
  admin: StoredAdmin,
  context: CallContext,
  sentence?: string,
): Promise<ActionError> => {
  const name = `refused ${admin._id} ${context.function} ${context.action}`;
  try {
    if ((await addAttempts(name, REFUSAL_MS)) === 1)
      await audit({
        by: adminActor(context, admin),
        resource: 'admin',
        resourceId: admin._id,
        result: 'fail',
        reason: sentence ?? adminSentences.forbidden,
      });
  } catch (error) {
    report('refusal not in the audit log', error);
  }
  return new ActionError(codes.forbidden, sentence);
};

/** What is within the rights, but beyond how far they reach. */
export const refusal = async (context: AdminContext, sentence: string): Promise<ActionError> =>
  refused(await context.admin(), context, sentence);

/**
 * Admits a call if the administrator's role has what the contract says that its action takes.
 * @param input the parsed one; null where it breaks its schema, and the call is refused for that
 * @throws 40305
 */
export const permitted = async (
  live: LiveSession,
  context: CallContext,
  input: { data: unknown } | null,
): Promise<LiveSession> => {
  const { function: name, action } = context;
  if (!input && decidesByInput(name, action)) return live;
  if (meets(live.rights, demandOf(name, action, input?.data))) return live;
  throw await refused(live.admin, context);
};

/** Where what is stored decides. @throws 40305 */
export const demand = async (context: AdminContext, needed: Demand): Promise<void> => {
  const { rights } = await context.permissions();
  if (!meets(rights, needed)) throw await refused(await context.admin(), context);
};
