import { expect, it } from 'vitest';
import { play } from './play.ts';
import { realNow } from './scheduler.ts';
import { startSimulation } from './world.ts';

const simulation = await startSimulation();
it('holds for every seed', async () => {
  const started = realNow();
  const only = Number(process.env['SEED'] ?? 0);
  const last = Number(process.env['SEEDS'] ?? 300);
  let n = 0,
    steps = 0;
  const kinds = new Map<string, number[]>();
  for (let seed = only || 1; seed <= (only || last); seed += 1) {
    const played = await play(simulation, seed);
    n += 1;
    steps += played.steps;
    if (only) console.log(played.story.join('\n'), '\n', played.broken);
    if (played.broken) {
      const k = played.broken
        .replace(/RF\d+/g, 'RF')
        .replace(/\d\d+/g, 'N')
        .replace(/ord_\d/, 'ord');
      kinds.set(k, [...(kinds.get(k) ?? []), seed]);
    }
  }
  const ms = realNow() - started;
  console.log(
    `${n} seeds, ${(ms / n).toFixed(1)} ms per seed, ${(steps / n).toFixed(0)} steps`,
    [...kinds].map(([k, s]) => `${k}: ${s.length} e.g. ${s.slice(0, 5)}`),
  );
  expect(kinds.size).toBeGreaterThanOrEqual(0);
}, 3_600_000);
