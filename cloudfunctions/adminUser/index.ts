import type { ActionInput } from '#contract/index.ts';
import { messageTime } from '#contract/messageEvents.ts';
import { messageSentences } from '#contract/sentences/messages.ts';
import { userSentences } from '#contract/sentences/users.ts';
import { adminUserActions } from '#contract/userActions.ts';
import {
  checkUserMove,
  completeClosing,
  CUT_OFF_MS,
  deleteAccount,
} from '../_shared/accounts/closing.ts';
import { actorOf } from '../_shared/base/actor.ts';
import { audit } from '../_shared/base/audit.ts';
import { insertRecord, existing } from '../_shared/base/changeRecord.ts';
import { _ } from '../_shared/base/cloud.ts';
import {
  defineFunction,
  onRecord,
  withLoad,
  type AdminContext,
} from '../_shared/base/dispatcher.ts';
import { stateNotAllowed, invalid } from '../_shared/base/errors.ts';
import { idFromKey } from '../_shared/base/ids.ts';
import { intended, once } from '../_shared/base/repeats.ts';
import { placeOf, unseal } from '../_shared/base/secrets.ts';
import { inTransaction, known } from '../_shared/base/transaction.ts';
import { notifyUser } from '../_shared/messages/outbox.ts';
import { guardianOf } from '../_shared/users/guardian.ts';
import { packages, users, type StoredUser } from '../_shared/users/ledger.ts';
import { logs, userLogRow } from '../_shared/users/userLog.ts';
import { adjustCredits, updateUserPackage } from './credits.ts';
import {
  getCreditLedger,
  getNotes,
  getUserLogs,
  getUserOrders,
  getUserPrintOrders,
  getUsers,
  getUserUsage,
} from './lists.ts';
import { changeTags, getTags, setTags } from './tags.ts';

const { forGood } = messageSentences;

type Change = ActionInput<'adminUser', 'updateUserStatus'>;

const updateUserStatus = async (
  change: Change,
  context: AdminContext,
  seen: StoredUser | null,
): Promise<StoredUser> => {
  const { id, status, reason, disabledUntil, rev } = change;
  const now = Date.now();
  if (status !== 'disabled' && disabledUntil)
    throw invalid({ disabledUntil: userSentences.onlyWhenDisabling });
  if (disabledUntil && disabledUntil <= now)
    throw invalid({ disabledUntil: userSentences.futureTimeRequired });
  const by = await actorOf(context);
  if (status === 'deleted') return deleteAccount(existing(seen), { by, reason, rev });
  const written = await inTransaction(
    async transaction => {
      const before = await transaction.require<StoredUser>('users', id, rev);
      checkUserMove(before, status);
      const patch = {
        status,
        statusReason: reason,
        disabledUntil: disabledUntil ?? null,
        closingTime: status === 'disabled' ? transaction.now : null,
      };
      const entry = { by, resource: 'user', reason };
      const after = await transaction.change('users', before, patch, entry);
      if (disabledUntil) transaction.due('enableUsers', disabledUntil);
      if (patch.closingTime) transaction.due('closings', patch.closingTime + CUT_OFF_MS);
      const title = userSentences.statusChanged[status];
      const log = { type: 'status', title, detail: reason, operator: by.name } as const;
      await transaction.insert('userLogs', userLogRow(after, log));
      if (status === 'disabled')
        await notifyUser(transaction, {
          event: 'accountDisabled',
          key: `${id}_${after.rev}`,
          user: after,
          subjects: [],
          values: {
            reason,
            until: disabledUntil ? messageSentences.until(messageTime(disabledUntil)) : forGood,
          },
        });
      return after;
    },
    { known: [known('users', id, seen)] },
  );
  return status === 'normal' ? written : completeClosing(written, by);
};

export const main = defineFunction('adminUser', adminUserActions, {
  getUsers,
  getUserLogs,
  getUserUsage,
  getUserOrders,
  getUserPrintOrders,
  getCreditLedger,
  getNotes,

  /** In the order of the request; missing ones are left out. */
  getUsersByOpenids: async ({ openids }) => {
    const found = openids.length > 0 ? await users.find({ openid: _.in(openids) }) : [];
    const byOpenid = new Map(found.map(user => [user.openid, user]));
    return { list: [...new Set(openids)].flatMap(openid => byOpenid.get(openid) ?? []) };
  },

  getUserById: ({ id }) => users.require(id),

  updateUserStatus: withLoad(({ id }) => users.get(id), updateUserStatus),

  updateUserPackage: withLoad(
    ({ id, packageId }) =>
      Promise.all([packageId ? packages.get(packageId) : null, users.require(id)]),
    updateUserPackage,
  ),

  adjustCredits,

  addNote: onRecord(users, async (request, context, user) => {
    const { id, text, idemKey } = request;
    const by = await actorOf(context);
    const row = userLogRow(user, {
      type: 'note',
      title: userSentences.note,
      detail: text,
      operator: by.name,
    });
    const rowId = `note_${idFromKey(idemKey, [id])}`;
    // The text is in the note alone, which goes with the account.
    const entry = { by, resource: 'user', resourceId: id, after: { note: rowId } };
    return once(
      request,
      () => insertRecord(logs, { ...row, ...intended(request) }, rowId, entry),
      () => logs.get(rowId),
    );
  }),

  setTags: onRecord(users, setTags),
  changeTags: withLoad(
    ({ ids }) => users.find({ _id: _.in(ids) }, { limit: ids.length }),
    changeTags,
  ),
  getTags,

  /** Answered only after the audit row is stored. */
  revealContact: onRecord(users, async ({ id, of, reason }, context, user) => {
    const by = await actorOf(context);
    if (of === 'guardian') {
      const guardian = guardianOf(user);
      if (!guardian) throw stateNotAllowed(userSentences.noGuardian);
      await audit({
        by,
        resource: 'user',
        resourceId: id,
        reason: userSentences.ofGuardian(reason),
      });
      return { _id: id, guardian: userSentences.guardian(guardian.name, guardian.contact) };
    }
    if (!user.phoneCipher) throw stateNotAllowed(userSentences.noPhone);
    const phone = unseal(user.phoneCipher, placeOf('users', id, 'phone'));
    await audit({ by, resource: 'user', resourceId: id, reason });
    return { _id: id, phone };
  }),
});
