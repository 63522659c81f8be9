import { type FileScene, taskIdOf } from '#contract/file.ts';
import { DAY_MS } from '#contract/shanghai.ts';
import { _ } from '../_shared/base/cloud.ts';
import { environment } from '../_shared/base/environment.ts';
import { type FileRow, files } from '../_shared/base/files.ts';
import { referencesTo } from '../_shared/base/fileUse.ts';
import { keepProgress, progressOf } from '../_shared/base/progress.ts';
import { idsOf } from '../_shared/base/repository.ts';
import { settingsOf } from '../_shared/base/settings.ts';
import { PAGE, steps } from '../_shared/base/steps.ts';
import { type StoredTask, tasks } from '../_shared/tasks/tasks.ts';
import { users } from '../_shared/users/ledger.ts';

/** A task that is not finished may still read its visitor's photos. */
const withoutBusyUsers = async (rows: FileRow[]): Promise<FileRow[]> => {
  const ids = [...new Set(rows.map(({ userId }) => userId))].filter(Boolean);
  if (ids.length === 0) return rows;
  const owners = await users.find(
    { _id: _.in(ids) },
    { limit: ids.length, fields: ['_id', 'activeTasks'] },
  );
  const busy = new Set(
    owners.flatMap(({ _id, activeTasks = [] }) => (activeTasks.length ? _id : [])),
  );
  return rows.filter(({ userId }) => !busy.has(userId));
};

/** Before the pictures go, so that no task names what is gone. */
const removeFromTasks = async (rows: FileRow[]): Promise<void> => {
  const ids = [...new Set(rows.map(taskIdOf))].filter(Boolean);
  if (ids.length === 0) return;
  const gone = new Set(rows.map(({ filePath }) => filePath));
  const its = await tasks.find(
    { _id: _.in(ids) },
    { limit: ids.length, fields: ['_id', 'outputs'] },
  );
  const leftOf = ({ outputs }: Pick<StoredTask, 'outputs'>) =>
    outputs.filter(({ filePath }) => !gone.has(filePath));
  const erased = its.filter(task => task.outputs.length > 0 && leftOf(task).length === 0);
  await tasks.noteMany(idsOf(erased), { outputs: [], erasedTime: Date.now() });
  for (const task of its) {
    const outputs = leftOf(task);
    if (outputs.length > 0 && outputs.length < task.outputs.length)
      await tasks.note(task._id, { outputs });
  }
};

/** Takes away what no record names; `purge` looks for uses once more. @returns how many pictures */
const takeAway = async (rows: FileRow[]): Promise<number> => {
  const used = await referencesTo(
    rows.map(({ filePath }) => filePath),
    true,
  );
  const free = await withoutBusyUsers(rows.filter(({ filePath }) => !used.has(filePath)));
  await removeFromTasks(free);
  const now = Date.now();
  const purgeTime = now + environment.CLEANING_GRACE_MS;
  const gone = { status: 'trash', unused: true, deleteTime: now, purgeTime };
  return files.compareAndSetMany(idsOf(free), { status: 'active' }, gone);
};

/** Once a day through all that is older, the oldest first; as many runs as that takes. */
const expireOlder = async (scene: FileScene, days: number, until: number): Promise<number> => {
  const id = `expire ${scene}`;
  const { at, doneTime } = await progressOf(id);
  if (at === null && Date.now() - doneTime < DAY_MS) return 0;
  const older = { createTime: _.gte(at ?? 0).and(_.lte(Date.now() - days * DAY_MS)) };
  let taken = 0;
  let stayed = 0;
  await steps(until, async () => {
    const rows = await files.find(
      { scene, status: 'active', ...older },
      { sort: [['createTime', 'asc']], skip: stayed, limit: PAGE },
    );
    const gone = rows.length > 0 ? await takeAway(rows) : 0;
    taken += gone;
    stayed += rows.length - gone;
    const isLast = rows.length < PAGE;
    await keepProgress(id, isLast ? null : (rows.at(-1)?.createTime ?? null));
    return isLast;
  });
  return taken;
};

/**
 * Takes visitors' photos and works away that are as old as the settings say; `purge` erases them. What a record names
 * stays, e.g. what is being printed, and so do the photos of those who have a task that is not finished.
 */
export const expire = async (until: number) => {
  const { userUploadDays, resultDays } = (await settingsOf('system')).retention;
  const photos = await expireOlder('user_upload', userUploadDays, until);
  const results = await expireOlder('task_result', resultDays, until);
  return { photos, results };
};
