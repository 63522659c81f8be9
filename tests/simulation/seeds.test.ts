import { expect, it } from 'vitest';
import { play, type Played } from './play.ts';
import { realNow } from './scheduler.ts';
import { startSimulation } from './world.ts';

const DEEP = 20_000;
const BUDGET_MS = 20_000;
/** Even on the slowest machine. */
const LEAST = 200;

const simulation = await startSimulation();

const said = ({ seed, broken, story }: Played) =>
  [
    `Seed ${seed}: ${broken}`,
    ...story,
    `Again: SEED=${seed} npx vitest run tests/simulation/seeds.test.ts --project node`,
  ].join('\n');

const chosen = Number(process.env['SEED'] ?? 0);
const deep = process.env['DEEP'] === '1';

const playOne = async () => {
  const played = await play(simulation, chosen);
  console.log(said(played));
  expect(played.broken).toBeNull();
};

const playMany = async () => {
  const started = realNow();
  let played = 0;
  const goesOn = () => (deep ? played < DEEP : played < LEAST || realNow() - started < BUDGET_MS);
  while (goesOn()) {
    const result = await play(simulation, (played += 1));
    if (result.broken) expect.fail(said(result));
  }
  console.log(`${played} seeds, ${((realNow() - started) / played).toFixed(1)} ms each`);
};

it(
  'money, codes, credits and states hold in whatever order things happen',
  chosen > 0 ? playOne : playMany,
  deep ? 7_200_000 : 600_000,
);
