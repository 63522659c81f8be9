import { adminAuthActions } from '#contract/admin.ts';
import { defineFunction } from '../_shared/dispatcher.ts';
import { audit } from '../_shared/audit.ts';
import { notFound } from '../_shared/errors.ts';
import { admins, sessions } from '../_shared/session.ts';
import { changePassword } from './changePassword.ts';
import { login } from './login.ts';

export const main = defineFunction('adminAuth', adminAuthActions, {
  login,
  changePassword,

  logout: async (_data, context) => {
    const { _id } = await context.session();
    await sessions.remove(_id);
    await audit(context, { resource: 'session', resourceId: _id });
    return {};
  },

  getProfile: (_data, context) => context.admin(),

  updateProfile: async ({ rev, ...fields }, context) => {
    const before = await context.admin();
    const after = await admins.update(before._id, rev, fields);
    await audit(context, { resource: 'admin', resourceId: before._id, before, after });
    return after;
  },

  getSessions: async (_data, context) => {
    const { claimedAdminId: adminId } = context;
    const [all, admin, current] = await Promise.all([
      sessions.find({ adminId }, { sort: [['lastSeenTime', 'desc']] }),
      context.admin(),
      context.session(),
    ]);
    const now = Date.now();
    return {
      list: all
        .filter(({ epoch, expireTime }) => epoch === admin.sessionEpoch && expireTime > now)
        .map(session => ({ ...session, current: session._id === current._id })),
    };
  },

  revokeSession: async ({ id }, context) => {
    const { _id: adminId } = await context.admin();
    if (!(await sessions.remove(id, { adminId }))) throw notFound();
    await audit(context, { resource: 'session', resourceId: id });
    return { _id: id };
  },
});
