import { describe, expect, it } from 'vitest';
import { isDeep } from '../depth.ts';
import { leavers } from './leavers.ts';
import { play, type Played } from './play.ts';
import { realNow } from './scheduler.ts';
import { startSimulation } from './simulation.ts';

const simulation = await startSimulation();
const SEEDS = isDeep ? 2_000 : 20;

const report = ({ seed, broken, story }: Played) =>
  [`Seed ${seed}: ${broken}`, ...story].join('\n');

describe('an account that is deleted and begun anew', () => {
  it('gets nothing twice and loses nothing paid, in any order of events', async () => {
    const started = realNow();
    for (let seed = 1; seed <= SEEDS; seed += 1) {
      const played = await play(simulation, seed, { people: leavers });
      if (played.broken) expect.fail(report(played));
    }
    console.log(`${SEEDS} seeds, ${((realNow() - started) / SEEDS).toFixed(1)} ms each`);
  }, 1_200_000);
});
