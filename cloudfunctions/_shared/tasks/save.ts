import { createHash } from 'node:crypto';
import { RESULTS_PREFIX, TRIAL_OWNER } from '#contract/constants.ts';
import { userIdOf } from '#contract/file.ts';
import { formatOf } from '#contract/pictureFormat.ts';
import { environment } from '../base/environment.ts';
import { ActionError } from '../base/errors.ts';
import { type FileRow, files, pendingFile } from '../base/files.ts';
import { fileIdOf } from '../base/fileUse.ts';
import { storeFile } from '../base/storage.ts';
import { type Generation, withGenerationMark } from '../pictures/generatedMark.ts';
import { cleanPicture, type Picture } from '../pictures/picture.ts';
import type { Result } from '../runningHub/client.ts';
import { download, ResultRefused } from '../runningHub/download.ts';
import { purgeTimeOf } from './results.ts';
import type { StoredTask } from './tasks.ts';

type Facts = Partial<Pick<FileRow, 'mime' | 'width' | 'height' | 'sha256' | 'sizeBytes'>>;

/** What `withGenerationMark` writes the mark into. */
const markable = new Set(['image/png', 'image/jpeg', 'image/webp']);

const readable = (content: Buffer): Picture => {
  try {
    return cleanPicture(content, environment.RUNNINGHUB_RESULT_BYTES);
  } catch (error) {
    throw error instanceof ActionError ? new ResultRefused(error.message) : error;
  }
};

/**
 * A generated file as it is stored: pictures are cleaned of what the generator wrote into them (often the whole
 * workflow) and marked as generated.
 * @throws ResultRefused for an invalid one
 */
const marked = (content: Buffer, { outputType }: StoredTask['plan'], generation: Generation) => {
  if (outputType === 'video') {
    if (formatOf(content) !== 'video') throw new ResultRefused('not a video');
    return { content, mime: 'video/mp4', extension: 'mp4', width: 0, height: 0 };
  }
  const picture = readable(content);
  if (!markable.has(picture.mime)) throw new ResultRefused('a picture that cannot bear the mark');
  return { ...picture, content: withGenerationMark(picture.content, picture.mime, generation) };
};

/** Whose picture a result is: of a trial, whose photo it was made from; '' where that is no user's. */
const ownerOf = ({ userId, inputs }: StoredTask): string =>
  userId || (inputs.map(userIdOf).find(Boolean) ?? '');

/** A row for the file that is about to come; one of an earlier attempt gets the facts of this one. */
const announce = async (task: StoredTask, filePath: string, name: string, facts: Facts) => {
  const about = { name, scene: 'task_result', userId: ownerOf(task), unused: false } as const;
  const row = { ...pendingFile(filePath, about), purgeTime: purgeTimeOf(task), ...facts };
  const id = fileIdOf(filePath);
  if (!(await files.insertUnlessThere(row, id)))
    await files.compareAndSet(id, { status: 'pending' }, { ...facts });
};

/**
 * Copies one result into our storage, because the provider's address expires within a day. Repeatable. It is nobody's
 * picture until the task has succeeded, and is swept away if it never does.
 * @throws ResultRefused for what can never be stored
 */
export const saveResult = async (
  task: StoredTask,
  result: Result,
  at: number,
  producer: string,
) => {
  const name = `${task.taskNo}_${at + 1}`;
  const made = marked(await download(result.fileUrl), task.plan, { producer, id: name });
  const { content, mime, extension, width, height } = made;
  const filePath = `${RESULTS_PREFIX}${task.userId || TRIAL_OWNER}/${task._id}/${at + 1}.${extension}`;
  const sha256 = createHash('sha256').update(content).digest('hex');
  const facts = { mime, width, height, sha256, sizeBytes: content.length };
  await announce(task, filePath, name, facts);
  await storeFile(filePath, content);
  return { filePath, fileType: extension, width, height, nodeId: result.nodeId };
};
