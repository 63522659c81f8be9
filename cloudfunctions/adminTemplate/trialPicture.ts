import { GENERATED_COVERS_PREFIX } from '#contract/constants.ts';
import type { ActionInput } from '#contract/index.ts';
import { trialSentences } from '#contract/sentences/templates.ts';
import { type Template, templateEntity } from '#contract/template.ts';
import { existing } from '../_shared/base/changeRecord.ts';
import type { AdminContext } from '../_shared/base/dispatcher.ts';
import { invalid, notFound, stateNotAllowed } from '../_shared/base/errors.ts';
import { fileAt, type FileRow, month } from '../_shared/base/files.ts';
import { newId } from '../_shared/base/repository.ts';
import { readFile } from '../_shared/base/storage.ts';
import { announce, keep } from '../_shared/pictures/keep.ts';
import { type StoredTask, tasks } from '../_shared/tasks/tasks.ts';
import { templates } from './templates.ts';

type Wish = ActionInput<'adminTemplate', 'useTrialPicture'>;

const extensionOf = (filePath: string) => filePath.slice(filePath.lastIndexOf('.') + 1);

const photoOf = ({ inputs }: StoredTask) =>
  inputs.find(({ filePath }) => filePath !== '')?.filePath ?? '';

export const loadTrialPicture = async ({ taskId, output, as }: Wish) => {
  const task = await tasks.get(taskId);
  const resultPath = task?.outputs[output]?.filePath;
  const photoPath = task && as === 'beforeAfter' ? photoOf(task) : '';
  const [template, result, photo] = await Promise.all([
    task ? templates.records.get(task.templateId) : null,
    resultPath ? fileAt(resultPath) : null,
    photoPath ? fileAt(photoPath) : null,
  ]);
  return { task, template, result, photo };
};

type Loaded = Awaited<ReturnType<typeof loadTrialPicture>>;

const stored = (row: FileRow | null, message: string): FileRow => {
  if (row?.status !== 'active') throw stateNotAllowed(message);
  return row;
};

/** The result, and for a comparison the photo, as they may be shown. @throws 40902 */
const picturesOf = ({ task, result, photo }: Loaded, as: Wish['as']) => {
  if (!task?.isTrial || task.status !== 'succeeded')
    throw stateNotAllowed(trialSentences.notATrial);
  const made = stored(result, trialSentences.noPicture);
  if (!made.mime.startsWith('image/')) throw stateNotAllowed(trialSentences.notAPicture);
  // Users gave their photos to be processed, not to be published.
  if (made.userId !== '') throw stateNotAllowed(trialSentences.photoOfUser);
  if (as !== 'beforeAfter') return { made, given: null };
  if (photoOf(task) === '') throw stateNotAllowed(trialSentences.noPhoto);
  const given = stored(photo, trialSentences.photoGone);
  if (given.userId !== '') throw stateNotAllowed(trialSentences.photoOfUser);
  return { made, given };
};

/** A copy of its own, with what the file says about its origin: the result goes when its time is over. */
const copied = async (
  row: FileRow,
  folder: string,
  name: string,
  message: string,
  context: AdminContext,
): Promise<string> => {
  const content = await readFile(row.filePath);
  if (!content) throw stateNotAllowed(message);
  const extension = extensionOf(row.filePath);
  const { mime, width, height } = row;
  const filePath = `${folder}${month()}/${newId()}.${extension}`;
  const announced = await announce(filePath, `${name}.${extension}`, 'template', context);
  await keep(announced, { content, mime, extension, width, height }, context);
  return filePath;
};

/** @throws 40901 before anything is copied, if the template is no longer at `rev` */
export const showTrialPicture = async (
  { as, rev }: Wish,
  context: AdminContext,
  loaded: Loaded,
): Promise<Template> => {
  if (!loaded.task) throw notFound();
  const template = existing(loaded.template, rev);
  const { made, given } = picturesOf(loaded, as);
  const samples = template.sampleImages ?? [];
  if (as === 'sampleImages') {
    const next = templateEntity.inputs.sampleImages.safeParse([...samples, made.filePath]);
    if (!next.success) throw invalid({ sampleImages: trialSentences.tooManySamples });
  }
  const { name } = template;
  const ai = GENERATED_COVERS_PREFIX;
  const [after, before] = await Promise.all([
    copied(made, ai, name, trialSentences.noPicture, context),
    given && !given.filePath.startsWith('template/')
      ? copied(given, 'template/', name, trialSentences.photoGone, context)
      : given?.filePath,
  ]);
  const fields = {
    coverImage: { coverImage: after },
    sampleImages: { sampleImages: [...samples, after] },
    beforeAfter: { beforeImage: before ?? '', afterImage: after },
  }[as];
  return templates.update(template._id, template.rev, fields, context, template);
};
