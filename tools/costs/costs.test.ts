import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { backgroundConfigs } from '../../scripts/build/platform.ts';
import { root } from '../../scripts/shared/built.js';
import { idleRequests, withCostTables } from './estimate.ts';

const file = path.join(root, 'docs/operations.md');

describe('the costs in docs/operations.md', () => {
  it('are what the price list and the schedules make', () => {
    const operations = readFileSync(file, 'utf8');
    if (process.env['GENERATE'] === '1') writeFileSync(file, withCostTables(operations));
    else expect(withCostTables(operations)).toBe(operations);
  });

  it('know what each timer asks the database when there is nothing to do', () => {
    const timers = Object.values(backgroundConfigs).flatMap(config => config.timers ?? []);
    const known = Object.keys(idleRequests);
    expect(timers.length).toBeGreaterThan(0);
    expect(timers.flatMap(({ name }) => (known.includes(name) ? [] : name))).toEqual([]);
  });
});
