import { administratorActions, administratorEntity } from '#contract/administrator.ts';
import { MAX_PAGE_SIZE } from '#contract/constants.ts';
import { actorOf } from '../_shared/base/actor.ts';
import { removeRecord } from '../_shared/base/changeRecord.ts';
import { _ } from '../_shared/base/cloud.ts';
import { defineFunction, withLoad } from '../_shared/base/dispatcher.ts';
import { environment } from '../_shared/base/environment.ts';
import { notFound } from '../_shared/base/errors.ts';
import { listOf } from '../_shared/base/listing.ts';
import { admins, liveSessionsOf, sessions, type StoredAdmin } from '../_shared/base/session.ts';
import { createAdministrator } from './create.ts';
import { resetAdministratorPassword } from './resetPassword.ts';
import { setAdministratorStatus } from './setStatus.ts';

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
    const [admin, found, current] = await Promise.all([
      admins.require(id),
      sessions.find({ adminId: id }, { sort: [['lastSeenTime', 'desc']] }),
      context.session(),
    ]);
    const devices = liveSessionsOf(found, [admin]);
    return {
      ...admin,
      deviceCount: devices.length,
      sessions: devices.map(session => ({ ...session, current: session._id === current._id })),
    };
  },

  createAdministrator,
  setAdministratorStatus,
  resetAdministratorPassword,

  revokeAdministratorSession: withLoad(
    ({ sessionId }) => sessions.get(sessionId),
    async ({ id, sessionId }, context, found) => {
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
