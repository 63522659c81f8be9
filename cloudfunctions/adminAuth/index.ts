import { adminAuthActions } from '#contract/admin.ts';
import { actorOf } from '../_shared/base/actor.ts';
import { changeRecord, removeRecord } from '../_shared/base/changeRecord.ts';
import { type AdminContext, defineFunction, withLoad } from '../_shared/base/dispatcher.ts';
import { notFound } from '../_shared/base/errors.ts';
import { admins, liveSessionsOf, sessions } from '../_shared/base/session.ts';
import { changePassword } from './changePassword.ts';
import { login } from './login.ts';

/** The audit row of an ended session has no difference. */
const ended = async (context: AdminContext) => ({
  by: await actorOf(context),
  resource: 'session',
  before: null,
});

export const main = defineFunction('adminAuth', adminAuthActions, {
  login,
  changePassword,

  logout: async (_data, context) => {
    await removeRecord(sessions, await context.session(), {}, await ended(context));
    return {};
  },

  getProfile: (_data, context) => context.admin(),

  updateProfile: async ({ rev, ...fields }, context) => {
    const before = await context.admin();
    const guard = rev === undefined ? {} : { rev };
    const after = await changeRecord(admins, before, guard, fields, {
      by: await actorOf(context),
      resource: 'admin',
    });
    return after ?? admins.missed(before._id);
  },

  getSessions: async (_data, context) => {
    const { claimedAdminId: adminId } = context;
    const [all, admin, current] = await Promise.all([
      sessions.find({ adminId }, { sort: [['lastSeenTime', 'desc']] }),
      context.admin(),
      context.session(),
    ]);
    return {
      list: liveSessionsOf(all, [admin]).map(session => ({
        ...session,
        current: session._id === current._id,
      })),
    };
  },

  revokeSession: withLoad(
    ({ id }) => sessions.get(id),
    async ({ id }, context, found) => {
      const { _id: adminId } = await context.admin();
      const removed =
        found && (await removeRecord(sessions, found, { adminId }, await ended(context)));
      if (!removed) throw notFound();
      return { _id: id };
    },
  ),
});
