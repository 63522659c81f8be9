import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { backgroundConfigs } from '../../scripts/build/platform.ts';
import { idleRequests, withCostTables } from '../../scripts/costs/estimate.ts';

describe('the costs in docs/operations.md', () => {
  it('are what the price list and the schedules make', () => {
    const operations = readFileSync('docs/operations.md', 'utf8');
    expect(withCostTables(operations)).toBe(operations);
  });

  it('know what each timer asks the database when there is nothing to do', () => {
    const declared = Object.entries(backgroundConfigs)
      .filter(([, { timers }]) => timers)
      .map(([name, { timers = [] }]) => [name, timers.map(timer => timer.name)]);
    const known = Object.entries(idleRequests).map(([name, of]) => [name, Object.keys(of)]);
    expect(Object.fromEntries(known)).toEqual(Object.fromEntries(declared));
  });
});
