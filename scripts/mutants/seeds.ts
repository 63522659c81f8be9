import { expect, it } from 'vitest';
import { play } from '../../tests/simulation/play.ts';
import { startSimulation } from '../../tests/simulation/simulation.ts';

const SEEDS = 100;

const simulation = await startSimulation();

for (let seed = 1; seed <= SEEDS; seed += 1)
  it(`story ${seed} of the simulation`, async () => {
    const { broken } = await play(simulation, seed);
    expect(broken).toBeNull();
  });
