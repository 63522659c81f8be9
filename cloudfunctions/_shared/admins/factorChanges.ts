import { adminSentences } from '#contract/sentences/admins.ts';
import { type Actor, nameOf } from '../base/actor.ts';
import type { StoredAdmin } from '../base/session.ts';
import { inTransaction, type Transaction } from '../base/transaction.ts';
import { alertAdmins } from '../messages/outbox.ts';
import { endSessions, type Plan } from './changes.ts';
import { noFactor, type StoredFactor } from './factors.ts';

/** Informs the other administrators: the change may come from who has taken the account over. */
export const notifyOfFactor = (
  transaction: Transaction,
  admin: StoredAdmin,
  change: keyof typeof adminSentences.factorChanges,
): Promise<void> =>
  alertAdmins(transaction, {
    event: 'secondFactorChanged',
    key: `${admin._id}_${change}_${transaction.now}`,
    isUnique: true,
    values: { name: nameOf(admin), change: adminSentences.factorChanges[change] },
    path: `administrators/${admin._id}`,
  });

/** Takes the second factor and all remembered devices away; `patch` of the administrator is the caller's. */
export const eraseFactor = async (
  transaction: Transaction,
  admin: StoredAdmin,
  change: 'disabled' | 'reset',
): Promise<void> => {
  const found = await transaction.get<StoredFactor>('secondFactors', admin._id);
  if (found) await transaction.change('secondFactors', found, noFactor);
  await notifyOfFactor(transaction, admin, change);
};

/** The password alone signs in again. */
export const toNoFactor: Plan = before =>
  before.secondFactorTime ? { secondFactorTime: null, ...endSessions(before) } : null;

/** The device asks for a code again. */
export const forgetDevice = (adminId: string, deviceId: string, by: Actor): Promise<void> =>
  inTransaction(async transaction => {
    const found = await transaction.get<StoredFactor>('secondFactors', adminId);
    const device = found?.devices.find(({ _id }) => _id === deviceId);
    if (!found || !device) return;
    const devices = found.devices.filter(other => other !== device);
    await transaction.change('secondFactors', found, { devices });
    const { ip, userAgent } = device;
    await transaction.audit({
      by,
      resource: 'admin',
      resourceId: adminId,
      before: { ip, userAgent },
    });
  });
