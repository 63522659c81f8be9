import { adminAuthActions } from '#contract/admin.ts';
import type { ActionInput, ActionOutput } from '#contract/index.ts';
import { adminSentences } from '#contract/sentences/admins.ts';
import { endSessions } from '../_shared/admins/changes.ts';
import { withCode } from '../_shared/admins/checkCode.ts';
import { forgetDevice } from '../_shared/admins/factorChanges.ts';
import type { CodeKind } from '../_shared/admins/factorCodes.ts';
import { rememberDevice } from '../_shared/admins/factors.ts';
import { faultOfPassword } from '../_shared/admins/newAdmin.ts';
import { withOwnPassword, wrongPassword } from '../_shared/admins/ownPassword.ts';
import { hashPassword } from '../_shared/admins/password.ts';
import { actorOf, adminActor } from '../_shared/base/actor.ts';
import { changeRecord, removeRecord } from '../_shared/base/changeRecord.ts';
import {
  type AdminContext,
  type CallContext,
  defineFunction,
  withLoad,
} from '../_shared/base/dispatcher.ts';
import { eraseFiles } from '../_shared/base/eraseFiles.ts';
import { invalid, notFound, stateNotAllowed } from '../_shared/base/errors.ts';
import { files } from '../_shared/base/files.ts';
import { fileIdOf, noteUse, referencesTo } from '../_shared/base/fileUse.ts';
import { reporting } from '../_shared/base/log.ts';
import {
  admins,
  isUsable,
  liveSessionsOf,
  profileOf,
  sessions,
  type StoredAdmin,
} from '../_shared/base/session.ts';
import { inTransaction, known, type Transaction } from '../_shared/base/transaction.ts';
import { challenged, useUp } from './challenge.ts';
import { login } from './login.ts';
import { deleteView, getSavedViews, saveView } from './savedViews.ts';
import * as secondFactor from './secondFactor.ts';
import { signedIn } from './signedIn.ts';

const tooLate = () => stateNotAllowed(adminSentences.challengeEnded);

/** The second step of a sign-in: the password was right, and what is limited here are the codes. */
const confirmLogin = async (
  { challenge, code, remember, userAgent = '' }: ActionInput<'adminAuth', 'confirmLogin'>,
  context: CallContext,
): Promise<ActionOutput<'adminAuth', 'confirmLogin'>> => {
  const found = await challenged(challenge, context.ip);
  if (!found) throw tooLate();
  const { admin, factor } = found;
  const use = async () => {
    if (!(await useUp(challenge))) throw tooLate();
  };
  const signIn = async (kind: CodeKind) => {
    const reason = kind === 'recoveryCode' ? adminSentences.byRecoveryCode : '';
    const how = { userAgent, factorTime: Date.now(), reason, beside: use() };
    const answer = await signedIn(admin, context, how);
    if (!remember) return answer;
    return { ...answer, deviceToken: await rememberDevice(admin, { ip: context.ip, userAgent }) };
  };
  return withCode(admin, code, context, signIn, factor);
};

/** The new hash, the new epoch, which ends every session, and the audit row are stored in one transaction. */
const changePassword = (
  { oldPassword, newPassword }: ActionInput<'adminAuth', 'changePassword'>,
  context: AdminContext,
): Promise<Record<string, never>> =>
  withOwnPassword(oldPassword, 'oldPassword', context, async admin => {
    if (admin.oneTimeUntil && newPassword === oldPassword)
      throw invalid({ newPassword: adminSentences.sameAsOneTime });

    const fault = faultOfPassword(newPassword, admin.username);
    if (fault !== null) throw invalid({ newPassword: fault });
    const passwordHash = await hashPassword(newPassword);
    const entry = { by: adminActor(context, admin), resource: 'admin' };
    const change = async (transaction: Transaction) => {
      const current = await transaction.get<StoredAdmin>('admins', admin._id);
      // The password was changed meanwhile: the old password that was typed is no longer valid.
      if (current?.passwordHash !== admin.passwordHash) throw wrongPassword('oldPassword');
      // So was the session ended with which it was typed, or the account disabled, or the one-time password expired.
      if (!isUsable(current) || current.sessionEpoch !== admin.sessionEpoch)
        throw stateNotAllowed(adminSentences.noLongerActive);
      const isOwn = current.oneTimeUntil ? { oneTimeUntil: null } : {};
      const patch = { passwordHash, ...endSessions(current), ...isOwn };
      await transaction.change('admins', current, patch, entry);
    };
    await inTransaction(change, { known: [known('admins', admin._id)] });
    return {};
  });

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
  getSavedViews,
  saveView,
  deleteView,

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
