import { RESULTS_PREFIX } from '#contract/constants.ts';
import type { FileScene } from '#contract/file.ts';
import { DAY_MS } from '#contract/shanghai.ts';
import { _ } from '../_shared/base/cloud.ts';
import { eraseFiles } from '../_shared/base/eraseFiles.ts';
import { type FileRow, files } from '../_shared/base/files.ts';
import { settingsOf } from '../_shared/base/settings.ts';
import { eraseTask } from '../_shared/tasks/erase.ts';
import { tasks } from '../_shared/tasks/tasks.ts';

const PAGE = 50;
/** Time budget of a run; the next one continues. */
const BUDGET_MS = 40_000;

const pathsOf = (rows: FileRow[]) => rows.map(({ filePath }) => filePath);

/** The task that made a result: `results/<user>/<task>/1.png`. */
const taskIdOf = ({ filePath }: FileRow) =>
  filePath.startsWith(RESULTS_PREFIX) ? (filePath.split('/')[2] ?? '') : '';

/** With their tasks, which then say that their pictures are gone. */
const eraseResults = async (rows: FileRow[]): Promise<void> => {
  const ids = [...new Set(rows.map(taskIdOf))].filter(Boolean);
  const its = ids.length > 0 ? await tasks.find({ _id: _.in(ids) }, { limit: ids.length }) : [];
  for (const task of its) await eraseTask(task);
  const told = new Set(its.flatMap(({ outputs }) => outputs.map(({ filePath }) => filePath)));
  await eraseFiles(pathsOf(rows).filter(path => !told.has(path)));
};

const erasePhotos = async (rows: FileRow[]): Promise<void> =>
  void (await eraseFiles(pathsOf(rows)));

const eraseOlder = async (
  scene: FileScene,
  days: number,
  erase: (rows: FileRow[]) => Promise<void>,
  until: number,
): Promise<number> => {
  const before = Date.now() - days * DAY_MS;
  let erased = 0;
  let stayed = 0;
  for (;;) {
    const due = { scene, status: 'active', createTime: _.lte(before) };
    const rows = await files.find(due, {
      sort: [['createTime', 'asc']],
      skip: stayed,
      limit: PAGE,
    });
    await erase(rows);
    const left = await files.count({ _id: _.in(rows.map(({ _id }) => _id)) });
    stayed += left;
    erased += rows.length - left;
    if (rows.length < PAGE || Date.now() >= until) return erased;
  }
};

/**
 * Erases visitors' photos and works as old as the settings say. What is being printed stays until it no longer is.
 */
export const expire = async () => {
  const until = Date.now() + BUDGET_MS;
  const { userUploadDays, resultDays } = (await settingsOf('system')).retention;
  const photos = await eraseOlder('user_upload', userUploadDays, erasePhotos, until);
  const results = await eraseOlder('task_result', resultDays, eraseResults, until);
  return { photos, results };
};
