import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { meanings } from '#cloudfunctions/_shared/runningHub/protocol.ts';
import { root } from '../../../scripts/shared/built.js';

/** What ends a task, because it is about the task itself; everything else passes, or is about the key. */
const ENDING = ['template', 'rejected', 'person', 'file', 'gone', 'failed'];

it('every code of the lists that were found has a meaning, but those that nobody knows', () => {
  const table = readFileSync(`${root}/docs/cloud-limits.md`, 'utf8').split('## RunningHub')[1]!;
  const named = [...table.matchAll(/^\| ([\d, ]+) \|/gm)].flatMap(([, codes = '']) =>
    codes.split(',').map(Number),
  );
  expect(named.length).toBeGreaterThan(40);
  expect(named.filter(code => !meanings[code])).toEqual([1516, 1517, 1519]);
});

it('no code that is about the address, the service or the account ends a task or switches a key off', () => {
  for (const code of [
    412, 415, 421, 500, 814, 1000, 1001, 1003, 1005, 1009, 1010, 1011, 1012, 1520,
  ])
    expect([...ENDING, 'key', 'money']).not.toContain(meanings[code]);
});
