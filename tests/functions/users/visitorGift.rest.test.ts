import { beforeEach, expect, it } from 'vitest';
import { startWorld } from '../world/harness.ts';

const world = await startWorld();
const { call, ok, rows, set } = world;
beforeEach(() => world.reset());

const OPENID = `o${'1'.padStart(27, 'w')}`;
const visitor = { caller: { TCB_UUID: 'w1', WX_OPENID: OPENID } };
const agree = () => call('appUser', 'agree', { version: '1' }, visitor);

const steps = [
  ...(['startTransaction', 'getDocument', 'insertDocument', 'modifyDocument'] as const),
  ...(['modifyAndReturnDoc', 'commitTransaction'] as const),
];
const cut = steps.flatMap(step =>
  [0, 1, 2, 3].flatMap(skip =>
    (['before', 'after'] as const).map(when => [step, skip, when] as const),
  ),
);

it.each(cut)('a gift comes once though %s no. %i fails %s its work', async (step, skip, when) => {
  await set('settings', 'general', { registerGiftCredits: 9 });
  await world.inject({ action: `database.${step}`, code: 'SYS_ERR', skip, when });
  await agree();
  await world.forgetInjections();
  expect((await agree()).code).toBe(0);
  expect((await ok('appUser', 'getMe', {}, visitor)).credits).toEqual({ paid: 0, gift: 9 });
  expect((await rows('users')).filter(({ openid }) => openid === OPENID)).toHaveLength(1);
});
