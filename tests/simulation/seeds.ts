import { expect, it } from 'vitest';
import { isDeep } from '../depth.ts';
import { play, type Played } from './play.ts';
import { realNow } from './scheduler.ts';
import { startSimulation } from './simulation.ts';

/** Of each half. */
const SEEDS = isDeep ? 10_000 : 20;
/** Where a long run says how far it is; `FROM=4001` goes on from there in another one. */
const TOLD_EVERY = 500;
const FROM = Number(process.env['FROM'] ?? 0);

const report = ({ seed, broken, story }: Played) =>
  [
    `Seed ${seed}: ${broken}`,
    ...story,
    `Again: SEED=${seed} npx vitest run tests/simulation/seeds --project simulation`,
  ].join('\n');

/** Half of the seeds, so that two processes share the work; every second one from `first` on, or the one chosen. */
export const checkSeeds = async (first: 1 | 2) => {
  const simulation = await startSimulation();
  const chosen = Number(process.env['SEED'] ?? 0);

  const playMany = async () => {
    const started = realNow();
    let played = 0;
    for (let seed: number = first; seed <= 2 * SEEDS; seed += 2) {
      if (seed < FROM) continue;
      const result = await play(simulation, seed);
      if (result.broken) expect.fail(report(result));
      played += 1;
      if (isDeep && played % TOLD_EVERY === 0) process.stderr.write(`seed ${seed} is played\n`);
    }
    console.log(`${played} seeds, ${((realNow() - started) / played).toFixed(1)} ms each`);
  };

  const playOne = async () => {
    if (chosen % 2 !== first % 2) return;
    const played = await play(simulation, chosen);
    console.log(report(played));
    expect(played.broken).toBeNull();
  };

  it(
    'money, codes, credits and states stay consistent in any order of events',
    chosen > 0 ? playOne : playMany,
    isDeep ? 7_200_000 : 600_000,
  );
};
