import type { ActionInput } from '#contract/index.ts';
import { adminSentences } from '#contract/sentences/admins.ts';
import { judgeCode, withCode } from '../_shared/admins/checkCode.ts';
import { eraseFactor, notifyOfFactor } from '../_shared/admins/factorChanges.ts';
import { beginFactor, makeRecoveryCodes, pendingPeriod } from '../_shared/admins/factorCodes.ts';
import { devicesOf, factors, noFactor, type StoredFactor } from '../_shared/admins/factors.ts';
import { withOwnPassword } from '../_shared/admins/ownPassword.ts';
import { actorOf } from '../_shared/base/actor.ts';
import { audit } from '../_shared/base/audit.ts';
import type { AdminContext } from '../_shared/base/dispatcher.ts';
import { stateNotAllowed } from '../_shared/base/errors.ts';
import { isUsable, sessions, type StoredAdmin } from '../_shared/base/session.ts';
import { inTransaction, known, type Transaction } from '../_shared/base/transaction.ts';

export const getSecondFactor = async (_data: object, context: AdminContext) => {
  const [found, admin, session] = await Promise.all([
    factors.get(context.claimedAdminId),
    context.admin(),
    context.session(),
  ]);
  return {
    since: admin.secondFactorTime ?? null,
    isRequired: session.needsSecondFactor ?? false,
    recoveryLeft: found?.recovery.length ?? 0,
    devices: devicesOf(found, admin),
  };
};

/** The secret is in this answer and nowhere else; what is in use stays until a code made with the new one comes. */
export const beginSecondFactor = (
  { password }: ActionInput<'adminAuth', 'beginSecondFactor'>,
  context: AdminContext,
) =>
  withOwnPassword(password, 'password', context, async admin => {
    await audit({ by: await actorOf(context), resource: 'admin', resourceId: admin._id });
    return beginFactor(admin);
  });

/** Read beside the beginning of the transaction. */
const ofAdmin = ({ _id }: StoredAdmin) => ({
  known: [known('admins', _id), known('secondFactors', _id)],
});

/** The administrator as stored now; throws where the session has ended since it was checked. */
const unchanged = async (
  transaction: Transaction,
  { _id, sessionEpoch, secondFactorTime }: StoredAdmin,
): Promise<StoredAdmin> => {
  const current = await transaction.require<StoredAdmin>('admins', _id);
  if (!isUsable(current) || current.sessionEpoch !== sessionEpoch)
    throw stateNotAllowed(adminSentences.noLongerActive);
  if (current.secondFactorTime !== secondFactorTime) throw stateNotAllowed();
  return current;
};

export const enableSecondFactor = async (
  { code }: ActionInput<'adminAuth', 'enableSecondFactor'>,
  context: AdminContext,
) => {
  const [admin, session, by] = await Promise.all([
    context.admin(),
    context.session(),
    actorOf(context),
  ]);
  const { recoveryCodes, recovery } = makeRecoveryCodes(admin._id);
  const enable = async (transaction: Transaction) => {
    const found = await transaction.get<StoredFactor>('secondFactors', admin._id);
    if (!found?.pendingEnc || found.pendingUntil <= transaction.now)
      throw stateNotAllowed(adminSentences.beginAgain);
    const period = pendingPeriod(found, code);
    if (period === null) return 'wrong';
    const current = await unchanged(transaction, admin);
    const factor = { ...noFactor, secretEnc: found.pendingEnc, lastPeriod: period, recovery };
    await transaction.change('secondFactors', found, factor);
    await transaction.note('adminSessions', session._id, { factorTime: transaction.now });
    const patch = { secondFactorTime: transaction.now };
    await transaction.change('admins', current, patch, { by, resource: 'admin' });
    await notifyOfFactor(transaction, admin, admin.secondFactorTime ? 'replaced' : 'enabled');
    return 'code';
  };
  return judgeCode(
    admin,
    context,
    () => inTransaction(enable, ofAdmin(admin)),
    () => Promise.resolve({ recoveryCodes }),
  );
};

export const disableSecondFactor = async (
  { password, code }: ActionInput<'adminAuth', 'disableSecondFactor'>,
  context: AdminContext,
): Promise<Record<string, never>> => {
  const { needsSecondFactor } = await context.session();
  const by = await actorOf(context);
  return withOwnPassword(password, 'password', context, async admin => {
    if (!admin.secondFactorTime) return {};
    if (needsSecondFactor) throw stateNotAllowed(adminSentences.factorRequired);
    const disable = async (transaction: Transaction): Promise<Record<string, never>> => {
      const current = await unchanged(transaction, admin);
      await eraseFactor(transaction, admin, 'disabled');
      const patch = { secondFactorTime: null };
      await transaction.change('admins', current, patch, { by, resource: 'admin' });
      return {};
    };
    return withCode(admin, code, context, () => inTransaction(disable, ofAdmin(admin)));
  });
};

export const renewRecoveryCodes = async (
  { code }: ActionInput<'adminAuth', 'renewRecoveryCodes'>,
  context: AdminContext,
) => {
  const admin = await context.admin();
  if (!admin.secondFactorTime) throw stateNotAllowed(adminSentences.noFactor);
  const by = await actorOf(context);
  const { recoveryCodes, recovery } = makeRecoveryCodes(admin._id);
  const renew = async (transaction: Transaction) => {
    await unchanged(transaction, admin);
    const found = await transaction.require<StoredFactor>('secondFactors', admin._id);
    await transaction.change('secondFactors', found, { recovery });
    await transaction.audit({ by, resource: 'admin', resourceId: admin._id });
    await notifyOfFactor(transaction, admin, 'renewed');
    return { recoveryCodes };
  };
  return withCode(admin, code, context, () => inTransaction(renew, ofAdmin(admin)));
};

export const confirmSecondFactor = async (
  { code }: ActionInput<'adminAuth', 'confirmSecondFactor'>,
  context: AdminContext,
): Promise<Record<string, never>> => {
  const [admin, { _id }] = await Promise.all([context.admin(), context.session()]);
  if (!admin.secondFactorTime) return {};
  const by = await actorOf(context);
  return withCode(admin, code, context, async () => {
    await audit({ by, resource: 'session', resourceId: _id });
    await sessions.note(_id, { factorTime: Date.now() });
    return {};
  });
};
