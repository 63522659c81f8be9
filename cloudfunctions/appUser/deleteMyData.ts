import { actors } from '#contract/sentences/actors.ts';
import { userSentences } from '#contract/sentences/users.ts';
import { type Actor, systemActor } from '../_shared/base/actor.ts';
import { _ } from '../_shared/base/cloud.ts';
import type { CallContext } from '../_shared/base/dispatcher.ts';
import { eraseFiles } from '../_shared/base/eraseFiles.ts';
import { stateNotAllowed } from '../_shared/base/errors.ts';
import { files } from '../_shared/base/files.ts';
import { inTransaction } from '../_shared/base/transaction.ts';
import { forgetMessages } from '../_shared/messages/remove.ts';
import { cancelTasksOf } from '../_shared/tasks/cancelTasksOf.ts';
import { eraseTask } from '../_shared/tasks/erase.ts';
import { tasks } from '../_shared/tasks/tasks.ts';
import { anonymous, openBusiness } from '../_shared/users/anonymous.ts';
import type { StoredUser } from '../_shared/users/ledger.ts';
import { userLogRow } from '../_shared/users/userLog.ts';
import { visitorUser } from '../_shared/users/visitorUser.ts';

const PAGE = 50;

const eraseAllFiles = async (userId: string) => {
  for (let last = ''; ;) {
    const rows = await files.find(
      { userId, _id: _.gt(last) },
      { sort: [['_id', 'asc']], limit: PAGE, fields: ['filePath'] },
    );
    const paths = rows.map(({ filePath }) => filePath);
    await eraseFiles(paths);
    last = rows.at(-1)?._id ?? '';
    if (rows.length < PAGE) return;
  }
};

/** What he wrote stays out of the tasks; what they cost stays in. */
const emptyTasks = async (userId: string) => {
  for (let last = ''; ;) {
    const page = await tasks.find(
      { userId, _id: _.gt(last) },
      { sort: [['_id', 'asc']], limit: PAGE },
    );
    for (const task of page) {
      await eraseTask(task, { visibleTo: '' });
      await tasks.note(task._id, { inputs: [], nodeInfoList: [], results: [], uploads: {} });
    }
    last = page.at(-1)?._id ?? '';
    if (page.length < PAGE) return;
  }
};

const anonymise = (userId: string, by: Actor) =>
  inTransaction(async transaction => {
    const before = await transaction.require<StoredUser>('users', userId);
    const reason = userSentences.deletedByHimself;
    const patch = { ...anonymous(before), status: 'deleted' as const, statusReason: reason };
    const after = await transaction.change('users', before, patch, {
      by,
      resource: 'user',
      reason,
      before: { status: before.status },
      after: { status: 'deleted' },
    });
    const title = userSentences.statusChanged.deleted;
    const entry = { type: 'status', title, detail: reason } as const;
    await transaction.insert('userLogs', userLogRow(after, entry));
  });

/**
 * Files first, the name last: an interrupted call is repeated by the same person, who is still known. What a paid print
 * order needs is no obstacle, because none is open. Orders stay as they are: the upload of a delivery that still waits
 * takes payer and payment from them.
 */
export const deleteMyData = async (preview: boolean, context: CallContext) => {
  const { _id: userId, openid } = await visitorUser(context);
  const [photos, works, open] = await Promise.all([
    files.count({ userId, scene: 'user_upload', status: 'active' }),
    tasks.count({ status: 'succeeded', visibleTo: openid }),
    openBusiness(userId),
  ]);
  if (preview) return { photos, works, open, isErased: false };
  if (open > 0) throw stateNotAllowed(userSentences.businessOpen, { count: open });
  const by = systemActor(actors.user, context.function, context.action, context.requestId);
  await cancelTasksOf(userId, userSentences.deletedByHimself, by);
  await emptyTasks(userId);
  await eraseAllFiles(userId);
  await forgetMessages(userId);
  await anonymise(userId, by);
  return { photos, works, open, isErased: true };
};
