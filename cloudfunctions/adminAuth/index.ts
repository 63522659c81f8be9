import { adminAuthActions } from '#contract/admin.ts';
import { adminSentences } from '#contract/sentences/admins.ts';
import { forgetDevice } from '../_shared/admins/factorChanges.ts';
import { actorOf } from '../_shared/base/actor.ts';
import { changeRecord, removeRecord } from '../_shared/base/changeRecord.ts';
import { type AdminContext, defineFunction, withLoad } from '../_shared/base/dispatcher.ts';
import { eraseFiles } from '../_shared/base/eraseFiles.ts';
import { invalid, notFound } from '../_shared/base/errors.ts';
import { files } from '../_shared/base/files.ts';
import { fileIdOf, noteUse, referencesTo } from '../_shared/base/fileUse.ts';
import { reporting } from '../_shared/base/log.ts';
import {
  admins,
  liveSessionsOf,
  profileOf,
  sessions,
  type StoredAdmin,
} from '../_shared/base/session.ts';
import { changePassword } from './changePassword.ts';
import { confirmLogin } from './confirmLogin.ts';
import { login } from './login.ts';
import * as secondFactor from './secondFactor.ts';

/** The audit row of an ended session has no difference. */
const ended = async (context: AdminContext) => ({
  by: await actorOf(context),
  resource: 'session',
  before: null,
});

/** The earlier one is erased, so it must be nothing but this administrator's picture. @throws 40001 */
const checkAvatar = async (avatar: string, { _id }: StoredAdmin): Promise<void> => {
  const [file, used] = await Promise.all([files.get(fileIdOf(avatar)), referencesTo([avatar])]);
  const isOwn = file?.scene === 'settings' && file.createBy?.adminId === _id;
  if (!isOwn || file.status !== 'active' || used.has(avatar))
    throw invalid({ avatar: adminSentences.notOwnPicture });
};

const changeAvatar = async (before: string, after: string): Promise<void> => {
  if (before === after) return;
  if (before) await eraseFiles([before]).catch(reporting('avatar not erased', before));
  if (after) await noteUse([], [after]);
};

export const main = defineFunction('adminAuth', adminAuthActions, {
  login,
  confirmLogin,
  changePassword,
  ...secondFactor,

  forgetDevice: async ({ id }, context) => {
    const { _id: adminId } = await context.admin();
    await forgetDevice(adminId, id, await actorOf(context));
    return {};
  },

  logout: async (_data, context) => {
    await removeRecord(sessions, await context.session(), {}, await ended(context));
    return {};
  },

  getProfile: async (_data, context) =>
    profileOf(await context.admin(), await context.permissions()),

  updateProfile: async ({ rev, ...fields }, context) => {
    const before = await context.admin();
    const guard = rev === undefined ? {} : { rev };
    if (fields.avatar && fields.avatar !== before.avatar) await checkAvatar(fields.avatar, before);
    const entry = { by: await actorOf(context), resource: 'admin' };
    // Name and picture of their own.
    // oxlint-disable-next-line eslint-js/no-restricted-syntax
    const after = await changeRecord(admins, before, guard, fields, entry, ({ avatar }) =>
      changeAvatar(before.avatar, avatar),
    );
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
