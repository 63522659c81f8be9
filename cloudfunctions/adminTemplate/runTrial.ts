import { codes } from '#contract/envelope.ts';
import { userIdOf } from '#contract/file.ts';
import type { ActionInput } from '#contract/index.ts';
import type { Preset } from '#contract/preset.ts';
import { trialSentences } from '#contract/sentences/templates.ts';
import { activeTaskStatuses, isActiveTask } from '#contract/taskStates.ts';
import type { Template } from '#contract/template.ts';
import { missingToTry } from '#contract/templatePublishing.ts';
import { actorOf } from '../_shared/base/actor.ts';
import { existing } from '../_shared/base/changeRecord.ts';
import { _ } from '../_shared/base/cloud.ts';
import type { AdminContext } from '../_shared/base/dispatcher.ts';
import { ActionError, invalid, stateNotAllowed } from '../_shared/base/errors.ts';
import { type FileRow, files } from '../_shared/base/files.ts';
import { fileIdOf } from '../_shared/base/fileUse.ts';
import { idFromKey } from '../_shared/base/ids.ts';
import { withLocks } from '../_shared/base/locks.ts';
import { intended, madeBefore } from '../_shared/base/repeats.ts';
import { settingsOf } from '../_shared/base/settings.ts';
import { inTransaction } from '../_shared/base/transaction.ts';
import { endTask } from '../_shared/tasks/end.ts';
import { newTask } from '../_shared/tasks/newTask.ts';
import { checkPhotos } from '../_shared/tasks/photos.ts';
import { planInputs, type PlannedInputs } from '../_shared/tasks/plan.ts';
import { nextTurn } from '../_shared/tasks/rank.ts';
import { usablePools } from '../_shared/tasks/service.ts';
import { type StoredTask, tasks } from '../_shared/tasks/tasks.ts';
import { triedHash } from '../_shared/tasks/trial.ts';
import { presets } from '../_shared/templates/records.ts';
import { noteLooks } from '../_shared/users/pictureLooks.ts';
import { refuseMissing, templates } from './templates.ts';

type Wish = ActionInput<'adminTemplate', 'runTrial'>;

/** Unfinished trials of one template. */
const MOST_TRIALS = 3;

const free = {
  costCredits: 0,
  held: { paid: 0, gift: 0 },
  valueFen: 0,
  isFree: false,
  freeDay: '',
  isTrial: true,
} as const;

export const loadTrial = ({ templateId, presetId }: Wish) =>
  Promise.all([
    templates.records.get(templateId),
    presetId ? presets.get(presetId) : null,
    usablePools(),
    settingsOf('system'),
  ]);

/** Whatever picture is stored and not in the trash. */
const storedPictures = async ({ photos }: PlannedInputs): Promise<Map<string, FileRow>> => {
  const ids = [...new Set(photos.map(({ filePath }) => fileIdOf(filePath)))];
  if (ids.length === 0) return new Map();
  const rows = await files.find({ _id: _.in(ids), status: 'active' }, { limit: ids.length });
  const pictures = rows.filter(({ mime }) => mime.startsWith('image/'));
  return new Map(pictures.map(row => [row.filePath, row]));
};

/** Photos of one user at most, to whom the results then belong: their paths tell which. @throws 40001 */
const checkOwners = ({ photos }: PlannedInputs, stored: Map<string, FileRow>): void => {
  const owners = new Set(photos.map(userIdOf).filter(Boolean));
  for (const { input, filePath } of photos) {
    const field = `inputs.${input.key}`;
    if (owners.size > 1) throw invalid({ [field]: trialSentences.severalUsers });
    const isMade = stored.get(filePath)?.userId && !userIdOf({ filePath });
    if (isMade) throw invalid({ [field]: trialSentences.madeOfUser });
  }
};

const fitting = (preset: Preset | null, templateId: string): Preset => {
  if (preset?.templateId !== templateId) throw invalid({ presetId: trialSentences.presetGone });
  if (preset.needsReview) throw invalid({ presetId: trialSentences.presetUnfit });
  return preset;
};

/** Stores the task; the engine does the rest, as with those of users who pay. */
export const runTrial = async (
  wish: Wish,
  context: AdminContext,
  [found, preset, pools, { task: limits }]: Awaited<ReturnType<typeof loadTrial>>,
): Promise<StoredTask> => {
  const { templateId, rev, presetId, inputs, idemKey } = wish;
  const admin = await context.admin();
  const _id = `task_${idFromKey(idemKey, ['trial', admin._id, templateId])}`;
  const first = idemKey ? await tasks.get(_id) : null;
  if (first) return madeBefore(first, wish);

  const stored = existing(found, rev);
  // Older records do not have every field.
  const template: Template = { ...templates.first, ...stored };
  if (template.engine === 'local') throw stateNotAllowed(trialSentences.localTemplate);
  refuseMissing(missingToTry(template), template, pools);
  const chosen = presetId ? fitting(preset, templateId) : null;
  const planned = planInputs(template, chosen, inputs);
  const [photos, turn] = await Promise.all([
    storedPictures(planned),
    nextTurn(template.apiKeyPool, 'paid'),
    noteLooks(context, planned.photos.map(userIdOf)),
  ]);
  checkPhotos(planned, photos);
  checkOwners(planned, photos);

  const by = await actorOf(context);
  return withLocks([`trials_${templateId}`], async () => {
    const running = await tasks.count({
      templateId,
      isTrial: true,
      status: _.in(activeTaskStatuses),
    });
    if (running >= MOST_TRIALS)
      throw new ActionError(codes.tooOften, trialSentences.tooMany(MOST_TRIALS));
    return inTransaction(async transaction => {
      const earlier = await transaction.get<StoredTask>('tasks', _id);
      if (earlier) return madeBefore(earlier, wish);
      const ordered = { template, preset: chosen, planned, limits };
      const owner = { userId: '', openid: '', by: by.name };
      const task = {
        ...newTask(_id, ordered, owner, free, { lane: 'paid', turn: turn + running }, transaction),
        ...intended(wish),
        triedHash: triedHash(stored),
      };
      const { taskNo, presetId } = task;
      const after = { taskNo, templateId, presetId, isTrial: true };
      transaction.due('tasks');
      return transaction.insert('tasks', task, { by, resource: 'task', after });
    });
  });
};

/** @throws 40902 */
export const cancelTrial = async (
  _data: unknown,
  context: AdminContext,
  task: StoredTask,
): Promise<StoredTask> => {
  if (!task.isTrial || !isActiveTask(task.status)) throw stateNotAllowed(trialSentences.notRunning);
  const reason = trialSentences.cancelled;
  return endTask(
    task,
    { status: 'cancelled', errorCode: 'CANCELLED', reason },
    await actorOf(context),
  );
};
