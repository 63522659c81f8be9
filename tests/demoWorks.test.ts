import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { describe, expect, it, vi } from 'vitest';
import type { StoredFile } from '#contract/file.ts';
import type { Task } from '#contract/task.ts';
import { makeDemo } from '../scripts/demo/demo.ts';

// What the demo data encrypt, with a key that no other test of this process sees.
vi.stubEnv('APP_KEK_1', randomBytes(32).toString('base64'));
const { collections, pictures } = makeDemo(Date.now(), 1, { orders: 60, users: 40 });
vi.unstubAllEnvs();
const tasks = collections['tasks'] as Task[];
const files = new Map(
  (collections['files'] as StoredFile[]).map(file => [file.filePath, file] as const),
);
const finished = tasks.filter(({ status }) => status === 'succeeded');
const photoOf = (task: Task) => task.inputs[0]!.filePath;
const resultOf = (task: Task) => task.outputs[0]!.filePath;
const drawn = (filePath: string) => pictures.find(one => one.filePath === filePath)!.draw();

describe('a finished task of the demo', () => {
  it('names a stored photo and a stored result, as its user or an administrator gave and got them', () => {
    for (const task of finished) {
      const [photo, result] = [files.get(photoOf(task)), files.get(resultOf(task))];
      expect(photo).toMatchObject({
        scene: task.isTrial ? 'template' : 'user_upload',
        unused: false,
      });
      expect(result).toMatchObject({ scene: 'task_result', mime: 'image/png', unused: false });
      expect(result?.userId === '').toBe(task.isTrial);
    }
  });

  it('shares few works with others, each of which lies where its task stored it', () => {
    const paths = new Set(finished.map(resultOf));
    expect(paths.size).toBeLessThanOrEqual(8);
    for (const filePath of paths) {
      const [, owner, id] = filePath.split('/');
      const task = tasks.find(({ _id }) => _id === id)!;
      expect([task.userId || 'trial', resultOf(task)]).toEqual([owner, filePath]);
    }
  });

  it('has a result that differs from its photo and says that it was generated', async () => {
    const [task] = finished.filter(({ isTrial }) => !isTrial);
    const [photo, result] = await Promise.all([drawn(photoOf(task!)), drawn(resultOf(task!))]);
    expect((await sharp(result).metadata()).format).toBe('png');
    const pixelsOf = (picture: Buffer) => sharp(picture).resize(48, 64).raw().toBuffer();
    expect((await pixelsOf(result)).equals(await pixelsOf(photo))).toBe(false);
    expect([photo, result].map(picture => picture.includes('AIGC'))).toEqual([false, true]);
  });
});
