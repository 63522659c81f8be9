import { expect, it } from 'vitest';
import { isDeep } from '../depth.ts';
import { compensators } from './compensators.ts';
import { play } from './play.ts';
import { startSimulation } from './simulation.ts';

const simulation = await startSimulation();
const SEEDS = isDeep ? 20_000 : 40;
/** `FROM=10001` begins there, so that two processes share the work. */
const FROM = Number(process.env['FROM'] ?? 1);

it('credits for many are given once to each, and counted as they were given, in any order of events', async () => {
  const ends = new Set<unknown>();
  for (let seed = FROM; seed < FROM + SEEDS; seed += 1) {
    const { broken, story } = await play(simulation, seed, { people: compensators });
    if (broken) expect.fail([`Seed ${seed}: ${broken}`, ...story].join('\n'));
    for (const { status } of await simulation.rows('compensations')) ends.add(status);
  }
  expect([...ends].sort()).toEqual(['cancelled', 'done']);
}, 3_600_000);
