import { administratorActions, administratorEntity } from '#contract/administrator.ts';
import { MAX_PAGE_SIZE } from '#contract/constants.ts';
import type { ActionInput } from '#contract/index.ts';
import { adminSentences } from '#contract/sentences/admins.ts';
import { byAdministrator, giveRole } from '../_shared/admins/byAdministrator.ts';
import { toPassword, toRole, toStatus } from '../_shared/admins/changes.ts';
import { eraseFactor, forgetDevice, toNoFactor } from '../_shared/admins/factorChanges.ts';
import { devicesOf as rememberedOf, factors } from '../_shared/admins/factors.ts';
import { createAdmin } from '../_shared/admins/newAdmin.ts';
import { makeOneTimePassword, oneTimeEnd } from '../_shared/admins/oneTimePassword.ts';
import { hashPassword } from '../_shared/admins/password.ts';
import { checkGiven, covers, higherAdministrator, ownRank } from '../_shared/admins/ranks.ts';
import { actorOf } from '../_shared/base/actor.ts';
import { removeRecord } from '../_shared/base/changeRecord.ts';
import { _ } from '../_shared/base/cloud.ts';
import { type AdminContext, defineFunction, withLoad } from '../_shared/base/dispatcher.ts';
import { environment } from '../_shared/base/environment.ts';
import { ActionError, notFound } from '../_shared/base/errors.ts';
import { idFromKey } from '../_shared/base/ids.ts';
import { listOf } from '../_shared/base/listing.ts';
import { intended, madeBefore, scopeOf } from '../_shared/base/repeats.ts';
import {
  admins,
  liveSessionsOf,
  sessions,
  type StoredAdmin,
  storedPermissionsOf,
} from '../_shared/base/session.ts';
import { changeAnother, heldBy } from './changeAnother.ts';
import { roleHandlers } from './roles.ts';

/** The password is in this answer and nowhere else. */
const createAdministrator = async (
  request: ActionInput<'adminAdministrator', 'createAdministrator'>,
  context: AdminContext,
) => {
  const { username, nickName, role, idemKey } = request;
  const by = await actorOf(context);
  await checkGiven(role, context);
  const id = idFromKey(idemKey, scopeOf(context, by.admin?._id ?? ''));
  const password = makeOneTimePassword();
  const oneTimeUntil = oneTimeEnd(Date.now());
  // Hashing takes a quarter of a second, in which the maker may be disabled or the role deleted.
  const store = (fields: object) =>
    byAdministrator(context, async (transaction, acting) => {
      await giveRole(transaction, role, acting);
      const complete = { ...fields, _id: id, raised: acting.raise(), heldBy: heldBy(acting.self) };
      const entry = { by: acting.by, resource: 'admin' };
      return (await transaction.insert('admins', complete, entry)) as unknown as StoredAdmin;
    });
  try {
    const made = await createAdmin(
      { username, nickName, password, role },
      { ...intended(request), oneTimeUntil, store },
    );
    return { ...made, oneTimePassword: password };
  } catch (error) {
    // An earlier call with this key made it, and its answer was lost.
    const first = idemKey && error instanceof ActionError ? await admins.get(id) : null;
    if (!first) throw error;
    return { ...madeBefore(first, request), oneTimePassword: null };
  }
};

/** The password is in this answer and nowhere else. */
const resetAdministratorPassword = async (
  { id, rev }: ActionInput<'adminAdministrator', 'resetAdministratorPassword'>,
  context: AdminContext,
) => {
  const oneTimePassword = makeOneTimePassword();
  const passwordHash = await hashPassword(oneTimePassword);
  const after = await changeAnother(
    {
      id,
      rev,
      notOneself: adminSentences.ownPassword,
      plan: toPassword(passwordHash, oneTimeEnd(Date.now())),
      takesHold: true,
    },
    context,
  );
  return { ...after, oneTimePassword };
};

const setAdministratorStatus = (
  { id, status, rev }: ActionInput<'adminAdministrator', 'setAdministratorStatus'>,
  context: AdminContext,
) =>
  changeAnother(
    { id, rev, notOneself: adminSentences.notOneself, plan: toStatus(status) },
    context,
  );

/** Nobody gives what they have not, and nobody raises their own. */
const setAdministratorRole = async (
  { id, role, rev }: ActionInput<'adminAdministrator', 'setAdministratorRole'>,
  context: AdminContext,
) => {
  await checkGiven(role, context);
  return changeAnother(
    { id, rev, notOneself: adminSentences.ownRole, plan: toRole(role) },
    context,
  );
};

const resetSecondFactor = (
  { id, rev }: ActionInput<'adminAdministrator', 'resetSecondFactor'>,
  context: AdminContext,
) =>
  changeAnother(
    {
      id,
      rev,
      notOneself: adminSentences.ownFactor,
      plan: toNoFactor,
      also: (transaction, before) => eraseFactor(transaction, before, 'reset'),
    },
    context,
  );

/** @throws 40305 for an administrator with rights that one has not oneself */
const checkCovered = async (owner: StoredAdmin | null, context: AdminContext): Promise<void> => {
  if (!owner) return;
  const [own, others] = await Promise.all([ownRank(context), storedPermissionsOf(owner)]);
  if (!covers(own, { role: owner.role, ...others })) throw higherAdministrator();
};

const list = listOf<StoredAdmin>(administratorEntity);

/** The live sessions of a page of administrators. */
const devicesOf = async (owners: StoredAdmin[]) => {
  if (owners.length === 0) return [];
  const found = await sessions.find(
    { adminId: _.in(owners.map(({ _id }) => _id)) },
    {
      sort: [['lastSeenTime', 'desc']],
      // Expired ones stay until the job removes them.
      limit: MAX_PAGE_SIZE * environment.SESSIONS_PER_ADMIN * 2,
    },
  );
  return liveSessionsOf(found, owners);
};

export const main = defineFunction('adminAdministrator', administratorActions, {
  getAdministrators: async request => {
    const page = await list(request);
    const devices = await devicesOf(page.list);
    return {
      ...page,
      list: page.list.map(admin => ({
        ...admin,
        deviceCount: devices.filter(({ adminId }) => adminId === admin._id).length,
      })),
    };
  },

  getAdministratorById: async ({ id }, context) => {
    const [admin, factor, found, current] = await Promise.all([
      admins.require(id),
      factors.get(id),
      sessions.find({ adminId: id }, { sort: [['lastSeenTime', 'desc']] }),
      context.session(),
    ]);
    const devices = liveSessionsOf(found, [admin]);
    return {
      ...admin,
      deviceCount: devices.length,
      sessions: devices.map(session => ({ ...session, current: session._id === current._id })),
      rememberedDevices: rememberedOf(factor, admin),
    };
  },

  createAdministrator,
  setAdministratorStatus,
  resetAdministratorPassword,
  setAdministratorRole,
  ...roleHandlers,
  resetSecondFactor,

  forgetAdministratorDevice: async ({ id, deviceId }, context) => {
    await checkCovered(await admins.get(id), context);
    await forgetDevice(id, deviceId, await actorOf(context));
    return {};
  },

  revokeAdministratorSession: withLoad(
    ({ id, sessionId }) => Promise.all([sessions.get(sessionId), admins.get(id)]),
    async ({ id, sessionId }, context, [found, owner]) => {
      await checkCovered(owner, context);
      const entry = { by: await actorOf(context), resource: 'admin', resourceId: id };
      const device = found && { ip: found.ip, userAgent: found.userAgent };
      const removed =
        found &&
        (await removeRecord(sessions, found, { adminId: id }, { ...entry, before: device }));
      if (!removed) throw notFound();
      return { _id: sessionId };
    },
  ),
});
