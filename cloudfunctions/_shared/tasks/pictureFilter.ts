import { type fileOwners, type FileScene, type fileSizes, scenesOf } from '#contract/file.ts';
import { fileIdOf } from '../base/fileUse.ts';
import { tasks } from './tasks.ts';

interface PictureFilter extends Record<string, unknown> {
  owner?: keyof typeof fileOwners | undefined;
  largerThan?: keyof typeof fileSizes | undefined;
  taskId?: string | undefined;
  scene?: FileScene | FileScene[] | undefined;
  ids?: string[] | undefined;
}

const MEGABYTE = 1024 * 1024;

/** The photos that a task was given, and its pictures, those that were taken away too. */
const picturesOf = async (id: string): Promise<string[]> => {
  const task = await tasks.get(id);
  if (!task) return [];
  const { inputs, outputs, removed = [] } = task;
  const paths = [...inputs, ...outputs, ...removed].map(({ filePath }) => filePath);
  return [...new Set(paths.filter(Boolean))].map(fileIdOf);
};

/** What the list of pictures is asked for, in fields of their rows. */
export const pictureFilter = async ({
  owner,
  largerThan,
  taskId,
  ...filter
}: PictureFilter): Promise<Record<string, unknown>> => {
  const wanted = filter.scene && [filter.scene].flat();
  const scene = owner ? scenesOf(owner).filter(one => !wanted || wanted.includes(one)) : wanted;
  const ids = taskId ? await picturesOf(taskId) : undefined;
  return {
    ...filter,
    ...(scene && { scene }),
    ...(largerThan && { sizeBytes: { from: Number(largerThan.slice(2)) * MEGABYTE + 1 } }),
    ...(ids && { ids: filter.ids ? ids.filter(id => filter.ids!.includes(id)) : ids }),
  };
};
