import { beforeEach } from 'vitest';
import { photoInput } from '../../photoInput.ts';
import { startWorld } from '../world/harness.ts';
import { startAtNoon } from '../world/startAtNoon.ts';
import { engineOf } from './engineRun.ts';

const textInput = {
  key: 'text',
  label: '文字',
  type: 'text',
  required: false,
  nodeId: '6',
  fieldName: 'text',
};

/**
 * A world whose first user orders pictures of the first template. Every test begins anew, with a clock that it moves by
 * itself and an image service that is done at once.
 */
export const startTaskWorld = async (options: { moderates?: boolean } = {}) => {
  const world = await startWorld();
  const engine = engineOf(world, options);
  const { ok, set } = world;
  const { sandbox, one } = engine;
  startAtNoon();
  beforeEach(async () => {
    await world.reset();
    await sandbox('runninghub', { queueMs: 0, runMs: 0 });
  });

  const photo = 'user_upload/demo/photo_0001.jpg';
  const order = (more: object = {}) =>
    ok('appTask', 'createTask', { templateId: 'tpl_0001', inputs: { photo }, ...more });
  const task = (id: string) => one('tasks', id);
  const template = (fields: object) => set('templates', 'tpl_0001', fields);

  return {
    ...engine,
    world,
    as: world.as,
    photo,
    template,
    order,
    /** An order whose prompt steers the stand-in of the image service. */
    saying: async (text: string) => {
      await template({ inputs: [photoInput, textInput] });
      return order({ inputs: { photo, text } });
    },
    /** As its user sees it. */
    seen: (id: string) => ok('appTask', 'getTask', { id }),
    /** As it is stored. */
    task,
    /** The states that it has been in. */
    steps: async (id: string) =>
      ((await task(id))['history'] as { to: string }[]).map(({ to }) => to),
    without: (key: string) => set('apiKeys', key, { status: 'paused' }),
    /** What the image service was asked to make. */
    creations: async () => (await sandbox('runninghub'))['tasks'] as object[],
  };
};
