import { Session } from 'node:inspector/promises';
import { writeFileSync } from 'node:fs';
import { it } from 'vitest';
import { play } from './play.ts';
import { startSimulation } from './world.ts';
const simulation = await startSimulation();
it('p', async () => {
  for (let seed = 1; seed < 10; seed += 1) await play(simulation, seed);
  const session = new Session(); session.connect();
  await session.post('Profiler.enable'); await session.post('Profiler.start');
  const c0 = process.cpuUsage();
  const N = 100; let steps = 0;
  for (let seed = 10; seed < 10 + N; seed += 1) steps += (await play(simulation, seed)).steps;
  const c = process.cpuUsage(c0);
  console.log(`cpu ms per seed ${((c.user + c.system) / 1000 / N).toFixed(1)} steps ${steps / N}`);
  const { profile } = await session.post('Profiler.stop');
  writeFileSync('/tmp/prof/a.cpuprofile', JSON.stringify(profile));
}, 600_000);
