import { describe, expect, it } from 'vitest';
import type { StoredTask } from '#cloudfunctions/_shared/tasks/tasks.ts';
import { isDeep, isShort } from '../depth.ts';
import { as, makers, type People, queuers, VISITORS } from './people.ts';
import { play, type Played } from './play.ts';
import { PHOTOS } from './records.ts';
import { realNow } from './scheduler.ts';
import { startSimulation } from './simulation.ts';
import { calm } from './story.ts';

const simulation = await startSimulation();
const SEEDS = isShort ? 20 : 40;
/** Of stories with a crowd, which are longer. */
const CROWDS = isDeep ? 400 : 4;
/** More waits than a run of the engine has. */
const WAITS = 60;
/** For how long every run dies. */
const TROUBLE_MS = 120_000;

const report = ({ seed, broken, story }: Played) =>
  [`Seed ${seed}: ${broken}`, ...story].join('\n');

/** One picture, ordered and awaited. */
const maker: People = world => [
  (async () => {
    const wish = { templateId: 'tpl_0001', inputs: { photo: PHOTOS[0] } };
    await world.call('visitor0', 'appTask', 'createTask', wish, { caller: VISITORS[0]! });
    await world.scheduler.pause('a user waits', TROUBLE_MS, true);
  })(),
];

/** Four pictures, and a user who stops the task while some of them are stored. */
const stopped: People = (world, random) => [
  (async () => {
    const inputs = { photo: PHOTOS[0], text: 'sandbox-four' };
    const wish = { templateId: 'tpl_0001', inputs, idemKey: 'four-pictures' };
    await world.call('visitor0', 'appTask', 'createTask', wish, { caller: VISITORS[0]! });
    const enough = random.int(0, 4);
    for (let looks = 0; looks < 3_000; looks += 1) {
      const [task] = await world.rows<StoredTask>('tasks');
      if (task?.status === 'saving' && task.outputs.length >= enough) break;
      await world.scheduler.pause('a user watches', 50, true);
    }
    const [task] = await world.rows<StoredTask>('tasks');
    if (!task) return;
    const data = { id: task._id, reason: '用户要求' };
    await world.call('admin1', 'adminTask', 'cancelTask', data, as('admin1'));
  })(),
];

describe('pictures that are ordered', () => {
  it('end with a picture or with the credits back, made once, in any order of events', async () => {
    const started = realNow();
    for (let seed = 1; seed <= SEEDS; seed += 1) {
      const played = await play(simulation, seed, { people: makers });
      if (played.broken) expect.fail(report(played));
    }
    console.log(`${SEEDS} seeds, ${((realNow() - started) / SEEDS).toFixed(1)} ms each`);
  }, 600_000);

  it('are made in their turn, and free ones leave slots to those who pay', async () => {
    for (let seed = 1; seed <= CROWDS; seed += 1) {
      const played = await play(simulation, seed, { people: queuers });
      if (played.broken) expect.fail(report(played));
    }
  }, 600_000);

  it('all stay or all go, whenever their task is stopped', async () => {
    const ends: string[] = [];
    for (let seed = 1; seed <= SEEDS; seed += 1) {
      const played = await play(simulation, seed, { people: stopped });
      if (played.broken) expect.fail(report(played));
      const [task] = await simulation.rows<StoredTask & Record<string, unknown>>('tasks');
      const wasStored = played.story.some(line => line.includes('storage stores results/'));
      if (wasStored && task) ends.push(task.status);
    }
    expect(ends).toContain('cancelled');
    expect(ends).toContain('succeeded');
  }, 600_000);

  it('do so wherever each run of the engine is killed', async () => {
    const ends: string[] = [];
    let killed = 0;
    for (let wait = 1; wait <= WAITS; wait += 1) {
      const diesAtWait = (run: string) =>
        ['beat', 'call', 'sweep'].includes(run) ? wait : Infinity;
      const fate = () => ({ ...calm(), diesAtWait });
      const played = await play(simulation, wait, { people: maker, fate });
      if (played.broken) expect.fail(report(played));
      killed += played.story.filter(line => line.includes('dies before')).length;
      const [task] = await simulation.rows<StoredTask & Record<string, unknown>>('tasks');
      ends.push(task?.errorCode || String(task?.status));
    }
    expect(killed).toBeGreaterThan(WAITS);
    // Killed between sending and hearing of it, it is not sent again: the report finds it.
    expect(new Set(ends)).toEqual(new Set(['succeeded']));
  }, 600_000);
});
