import { expect, it } from 'vitest';
import { startWorld } from '../world/harness.ts';

const world = await startWorld();
await world.reset();
const { repository } = await import('#cloudfunctions/_shared/base/repository.ts');

it('a condition that is undefined throws, because the SDK would drop it and match every record', async () => {
  const templates = repository('templates');
  const someId = undefined;
  await expect(templates.find({ status: someId })).rejects.toThrow('query.status is undefined');
  await expect(templates.count({ status: someId })).rejects.toThrow(TypeError);
  await expect(templates.remove('tpl_0001', { rev: someId })).rejects.toThrow(TypeError);
  await expect(templates.compareAndSet('tpl_0001', { rev: someId }, {})).rejects.toThrow(TypeError);
});
