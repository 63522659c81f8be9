import { beforeEach, describe, expect, it } from 'vitest';
import { codes } from '#contract/envelope.ts';
import { exampleOf } from '../world/exampleOf.ts';
import { startWorld } from '../world/harness.ts';
import { everyAction } from '../world/registry.ts';

const world = await startWorld();
const { as } = world;
beforeEach(() => world.reset());

describe('a database that fails somewhere in a call', () => {
  const steps = [
    'getDocument',
    'calculateDocument',
    'aggregateDocuments',
    'insertDocument',
    'modifyAndReturnDoc',
    'removeDocument',
  ];
  const code = 'DATABASE_REQUEST_FAILED';

  it.each(everyAction)('$title still answers with an envelope without details', async at => {
    // Each action fails at one of the steps; appTask.createTask, which takes all, at each.
    const nth = everyAction.indexOf(at) % steps.length;
    for (const step of at.action === 'createTask' ? steps : [steps[nth]!]) {
      await world.forgetInjections();
      await world.reset();
      const data = await exampleOf(world, at, as().token);
      const message = 'E: /srv/db.sqlite SQLITE_CORRUPT token 401 身份验证';
      await world.inject({ action: `database.${step}`, code, message });
      const answer = await world.send(at.name, { action: at.action, data, ...as() });
      expect(Object.values(codes), `${step}: ${JSON.stringify(answer)}`).toContain(answer.code);
      expect(answer.code).not.toBe(codes.unauthenticated);
      expect(JSON.stringify(answer)).not.toMatch(/SQLITE|\/srv|401 身份/);
    }
    // The call may not have come to this step.
    await world.forgetInjections();
  });
});
