import { expect, it } from 'vitest';
import { exampleOf } from '../world/exampleOf.ts';
import { startWorld } from '../world/harness.ts';
import { everyAction } from '../world/registry.ts';

const world = await startWorld();

/** Looking at pictures of users leaves a row, quietly or not. */
const PICTURES = 'adminPrintOrder.getPrintFiles';

const isLook = ({ definition }: (typeof everyAction)[number]) =>
  definition.access === 'admin' && definition.effect === 'read';

it('every read of administrators is answered as a look, and none writes anything then', async () => {
  const { token } = await world.reset();
  // Otherwise the session would not be written by other calls either.
  for (const { _id } of await world.rows('adminSessions'))
    await world.set('adminSessions', _id as string, { lastSeenTime: Date.now() - 3_600_000 });
  const before = await world.dump();
  const refused: string[] = [];
  for (const at of everyAction.filter(one => isLook(one) && one.title !== PICTURES)) {
    const data = await exampleOf(world, at, token);
    const { code } = await world.send(at.name, { action: at.action, data, token, quiet: true });
    if (code !== 0) refused.push(`${at.title} ${code}`);
    expect(await world.dump(), at.title).toBe(before);
  }
  expect(refused).toEqual([]);
});

it('nothing else takes the flag, and nothing is done', async () => {
  const { token } = await world.reset();
  const before = await world.dump();
  const codes = new Set<number>();
  for (const at of everyAction.filter(one => !isLook(one))) {
    const { action, definition } = at;
    const data = definition.example;
    codes.add((await world.send(at.name, { action, data, token, quiet: true })).code);
  }
  const asked = { action: 'getKeywords', token };
  for (const event of [
    { ...asked, data: {}, quiet: 'yes' },
    { ...asked, quiet: true, dataPath: 'request/first_admin/a.json' },
  ])
    codes.add((await world.send('keyword', event)).code);
  expect([...codes]).toEqual([40001]);
  expect(await world.dump()).toBe(before);
});

it('a look that the role does not allow leaves its row in the audit log all the same', async () => {
  await world.reset();
  const { token } = await world.someAdmin({ role: 'support' });
  const event = { action: 'getKeywords', data: {}, token, quiet: true };
  expect((await world.send('keyword', event)).code).toBe(40305);
  expect(await world.rows('auditLogs')).toMatchObject([{ result: 'fail', action: 'getKeywords' }]);
});
