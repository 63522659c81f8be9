import { beforeEach, describe, expect, it } from 'vitest';
import { everyAction } from './registry.ts';
import { PASSWORD, startWorld } from './harness.ts';

const world = await startWorld();
let token: string;
beforeEach(async () => ({ token } = await world.reset()));

describe('every action of the contract', () => {
  it.each(everyAction)('$title answers its example with code 0', async at => {
    const data = { ...(at.definition.example as object) };
    if ('password' in data) Object.assign(data, { password: PASSWORD });
    if ('oldPassword' in data) Object.assign(data, { oldPassword: PASSWORD });
    const answer = await world.send(at.name, { action: at.action, data, token });
    expect(answer).toMatchObject({ code: 0, message: 'ok' });
    expect(answer.requestId).toMatch(/^[0-9a-f]{16}$/);
    expect(at.definition.output.safeParse(answer.data).error).toBeUndefined();
  });
});
