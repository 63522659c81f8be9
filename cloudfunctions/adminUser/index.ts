import { userSentences } from '#contract/sentences/users.ts';
import { adminUserActions } from '#contract/userActions.ts';
import { actorOf } from '../_shared/base/actor.ts';
import { audit } from '../_shared/base/audit.ts';
import { insertRecord } from '../_shared/base/changeRecord.ts';
import { _ } from '../_shared/base/cloud.ts';
import { defineFunction, onRecord, withLoad } from '../_shared/base/dispatcher.ts';
import { stateNotAllowed } from '../_shared/base/errors.ts';
import { idFromKey } from '../_shared/base/ids.ts';
import { intended, once } from '../_shared/base/repeats.ts';
import { placeOf, unseal } from '../_shared/base/secrets.ts';
import { packages, users } from '../_shared/users/ledger.ts';
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
import { updateUserStatus } from './status.ts';
import { changeTags, getTags, setTags } from './tags.ts';

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

  updateUserStatus: withLoad(
    async ({ id, status }) => (status === 'deleted' ? users.get(id) : null),
    updateUserStatus,
  ),

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
    const entry = { by, resource: 'user', resourceId: id, after: { note: text } };
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
  revealContact: onRecord(users, async ({ id, reason }, context, user) => {
    if (!user.phoneCipher) throw stateNotAllowed(userSentences.noPhone);
    const phone = unseal(user.phoneCipher, placeOf('users', id, 'phone'));
    await audit({ by: await actorOf(context), resource: 'user', resourceId: id, reason });
    return { _id: id, phone };
  }),
});
