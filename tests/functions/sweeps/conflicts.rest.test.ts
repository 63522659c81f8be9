import { beforeEach, describe, expect, it } from 'vitest';
import { TRANSACTION_RETRIES } from '#contract/constants.ts';
import { functions } from '#contract/index.ts';
import { exampleOf } from '../world/exampleOf.ts';
import { startWorld } from '../world/harness.ts';
import { everyAction } from '../world/registry.ts';

const world = await startWorld();
let token: string;
beforeEach(async () => ({ token } = await world.reset()));

const code = 'DATABASE_TRANSACTION_CONFLICT';
const writes = everyAction.filter(({ definition }) => definition.effect === 'write');

/** A transaction meets no more of each group than it is tried again. */
const groups = [
  ['insertDocument', 'modifyAndReturnDoc', 'commitTransaction'],
  ['modifyDocument', 'removeDocument'],
];

describe('a write that meets a transaction is tried again', () => {
  it.each(writes)('by $title, at its first of each kind and at its commit', async at => {
    for (const steps of groups) {
      ({ token } = await world.reset());
      const data = await exampleOf(world, at, token);
      for (const step of steps) await world.inject({ action: `database.${step}`, code });
      const { code: answered, message } = await world.send(at.name, {
        action: at.action,
        data,
        token,
      });
      await world.forgetInjections();
      expect([steps, answered, message]).toEqual([steps, 0, message]);
    }
  });

  it.each(groups.flat())('three times, at %s of a gift of credits', async step => {
    await world.inject({ action: `database.${step}`, code, times: TRANSACTION_RETRIES });
    const { example } = functions.adminUser.adjustCredits;
    await world.ok('adminUser', 'adjustCredits', example as never);
    await world.forgetInjections();
  });

  it('and no more', async () => {
    const wish = {
      id: 'usr_0001',
      bucket: 'gift',
      delta: 5,
      reason: '补偿',
      idemKey: 'again-0001',
    };
    const conflicts = { code, times: TRANSACTION_RETRIES + 1 };
    await world.inject({ action: 'database.commitTransaction', ...conflicts });
    const refused = await world.call('adminUser', 'adjustCredits', wish as never);
    expect(refused.code).toBe(50001);
    expect(await world.rows('creditLedger')).not.toContainEqual(
      expect.objectContaining({ kind: 'admin', delta: 5 }),
    );
    await world.ok('adminUser', 'adjustCredits', wish as never);
  });
});
