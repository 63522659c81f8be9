import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { month } from '#cloudfunctions/_shared/base/files.ts';
import { withGenerationMark } from '#cloudfunctions/_shared/pictures/generatedMark.ts';
import { texts } from '#contract/constants.ts';
import type { Task } from '#contract/task.ts';
import { drawResult } from '../../sandbox/runningHub/pictures.ts';
import type { SceneName } from '../../sandbox/scenes/scenes.ts';
import { type DemoPicture, drawCover } from './pictures.ts';

/** A photo and what was made of it, as the task that stored them names both. */
interface Work {
  photo: string;
  output: Task['outputs'][number];
  pictures: DemoPicture[];
}

/** Small, because every first start draws them. */
const SIZE = { width: 480, height: 640 };

/** What is on a photo, and the workflow whose look its result has. */
const kinds: readonly [scene: SceneName, workflow: string][] = [
  ['lake', '1985000000000000018'],
  ['cat', '1985000000000000002'],
  ['coast', '1985000000000000008'],
  ['dunes', '1985000000000000013'],
  ['peony', '1985000000000000021'],
];

/** Made only once, by the first call. */
const once = <T>(make: () => Promise<T>) => {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
};

const drawPhoto = async (scene: SceneName): Promise<Buffer> =>
  sharp(await drawCover([scene]))
    .resize(SIZE)
    .jpeg({ quality: 85 })
    .toBuffer();

const wishes = { text: '', seed: 0, strength: 1 };

/** Photo and result of a task, with the rows and the mark that they get when a visitor orders one. */
const workOf = (task: Task, at: number): Work => {
  const { _id, taskNo, userId, createTime, finishTime, isTrial } = task;
  const [scene, id] = kinds[at % kinds.length]!;
  const name = createHash('sha256').update(_id).digest('hex').slice(0, 24);
  // The photo of a trial is an administrator's.
  const folder = isTrial ? 'template' : `user_upload/${userId}`;
  const photo = `${folder}/${month(createTime)}/${name}.jpg`;
  const filePath = `results/${userId || 'trial'}/${_id}/1.png`;
  const draw = once(() => drawPhoto(scene));
  const generation = { producer: texts.appTitle, id: `${taskNo}_1` };
  const common = { ...SIZE, userId, ...(isTrial ? {} : { createBy: null }) };
  return {
    photo,
    output: { filePath, fileType: 'png', ...SIZE, nodeId: '9' },
    pictures: [
      {
        filePath: photo,
        draw,
        row: {
          ...common,
          createTime,
          updateTime: createTime,
          name: '照片.jpg',
          ...(isTrial ? {} : { scene: 'user_upload' }),
        },
      },
      {
        filePath,
        draw: async () => {
          const photo = await draw();
          const kind = 'picture' as const;
          const made = await drawResult({ kind, id, variant: 0, photo, wishes, metadata: '' });
          return withGenerationMark(made, 'image/png', generation);
        },
        row: {
          ...common,
          createTime: finishTime,
          updateTime: finishTime,
          name: `${taskNo}_1`,
          scene: 'task_result',
          mime: 'image/png',
          createBy: null,
        },
      },
    ],
  };
};

const HOUR = 3_600_000;

/** Tasks whose pictures the moderation finds doubtful, and that wait for an administrator. */
export const demoReviews = (tasks: object[], now: number): DemoPicture[] =>
  (tasks as Task[])
    .filter(({ status }) => status === 'saving')
    .flatMap((task, at) => reviewOf(task, kinds.length + at, now));

const reviewOf = (task: Task, variant: number, now: number): DemoPicture[] => {
  const { photo, output, pictures } = workOf(task, variant);
  const until = now + 20 * HOUR;
  for (const input of task.inputs) if (input.type === 'image') input.filePath = photo;
  Object.assign(task, {
    outputs: [output],
    inReview: true,
    review: { reason: 'doubtful', label: 'Sexy', since: task.updateTime, until },
  });
  const times = { createTime: task.updateTime, updateTime: task.updateTime };
  const hidden = { ...times, status: 'pending', purgeTime: until + HOUR };
  return pictures.map(picture =>
    picture.filePath === output.filePath
      ? { ...picture, row: { ...picture.row, ...hidden } }
      : picture,
  );
};

const placeOf = ({ templateId }: Task, count: number) => Number(templateId.slice(-4)) % count;

/**
 * A few works that all of these tasks share, by their templates: drawing one for each would take minutes. Each belongs to
 * the newest of its tasks, so that it is kept longest.
 */
export const demoWorks = (tasks: object[], count = kinds.length): (Work | undefined)[] => {
  const newest: Task[] = [];
  for (const task of tasks as Task[]) {
    const at = placeOf(task, count);
    if (task.status !== 'succeeded' || task.createTime <= (newest[at]?.createTime ?? 0)) continue;
    newest[at] = task;
  }
  return Array.from({ length: count }, (_, at) => newest[at] && workOf(newest[at], at));
};

/** The photo of each task that has one, and the result of each that has succeeded. */
export const shareWorks = (tasks: object[], works: readonly (Work | undefined)[]): void => {
  for (const task of tasks as Task[]) {
    const work = works[placeOf(task, works.length)];
    if (!work) continue;
    for (const input of task.inputs) if (input.type === 'image') input.filePath = work.photo;
    if (task.status === 'succeeded') task.outputs = [work.output];
  }
};
