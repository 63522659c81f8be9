import { expect, it } from 'vitest';
import { parseCosts, raised, readCosts, textOfCosts } from './waitsTable.ts';

const costs = (...rows: string[]) => parseCosts(['head', ...rows].join('\n'));
const before = costs('a.get\t1\t2\t3\t1\t10\t10', 'a.set\t3\t5\t9\t1\t10\t10');

it('writes the table as it was read', () => {
  expect(parseCosts(textOfCosts(readCosts()))).toEqual(readCosts());
});

it('names each number that is higher than before', () => {
  const after = costs('a.get\t2\t2\t4\t1\t10\t10', 'a.set\t3\t6\t9\t1\t10\t10');
  expect(raised(before, after, [])).toEqual([
    'a.get: waits 1 → 2',
    'a.get: walked 3 → 4',
    'a.set: requests 5 → 6',
  ]);
});

it('lets an action cost more that is allowed to, and no other', () => {
  const after = costs('a.get\t2\t2\t3\t1\t10\t10', 'a.set\t4\t5\t9\t1\t10\t10');
  expect(raised(before, after, ['a.get'])).toEqual(['a.set: waits 3 → 4']);
});

it('takes lower numbers, more bytes and new actions', () => {
  const after = costs('a.get\t1\t1\t3\t2\t99\t99', 'b.get\t9\t9\t9\t1\t10\t10');
  expect(raised(before, after, [])).toEqual([]);
});

it('bounds no walk through a day that has as many orders as the time puts there', () => {
  const day = (walked: number) => costs(`adminReconciliation.runDay\t9\t9\t${walked}\t1\t1\t1`);
  expect(raised(day(20), day(30), [])).toEqual([]);
});
