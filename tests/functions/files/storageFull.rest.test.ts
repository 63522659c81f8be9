import { beforeEach, describe, expect, it } from 'vitest';
import { printOrderActions } from '#contract/printOrderActions.ts';
import { PASSWORD, startWorld } from '../world/harness.ts';
import { everyAction } from '../world/registry.ts';

const world = await startWorld({ SESSION_TOUCH_MS: 1 });
const { as } = world;
beforeEach(async () => {
  await world.forgetInjections();
  await world.reset();
});

/** As the platform fails when nothing can be written any more: reads go on. */
const fill = async () => {
  const message = 'The storage is full: nothing was written.';
  for (const step of ['insertDocument', 'modifyDocument', 'modifyAndReturnDoc'])
    await world.inject({
      action: `database.${step}`,
      code: 'DATABASE_REQUEST_FAILED',
      message,
      times: 500,
    });
};
const full = {
  code: 50001,
  message: '存储空间已满，暂时无法保存，请联系技术人员清理空间',
  data: null,
};

describe('with a full disk', () => {
  it('signing in says that the storage is full', async () => {
    await fill();
    const credentials = { username: 'admin', password: PASSWORD };
    expect(await world.call('adminAuth', 'login', credentials)).toMatchObject(full);
  });

  it('a save says so, too', async () => {
    await fill();
    const answer = await world.call('adminCategory', 'createCategory', { name: '新' });
    expect(answer).toMatchObject(full);
  });

  it('no picture of a user is given whose look cannot be noted', async () => {
    await fill();
    const data = printOrderActions.getPrintFiles.example;
    expect(await world.call('adminPrintOrder', 'getPrintFiles', data)).toMatchObject(full);
  });

  const reads = everyAction.filter(
    ({ title, definition }) =>
      definition.effect === 'read' && title !== 'adminPrintOrder.getPrintFiles',
  );
  it.each(reads)('$title is still answered', async ({ name, action, definition }) => {
    await fill();
    const answer = await world.send(name, { action, data: definition.example, ...as() });
    expect(answer.code, world.errors.at(-1)).toBe(0);
  });
});
