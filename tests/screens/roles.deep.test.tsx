import { describe, expect, it } from 'vitest';
import { allRights, type Area, areas } from '#contract/rights/rights.ts';
import { firsts, visit } from './visitRoles.tsx';

const everyWord = (...words: string[]) =>
  allRights.filter(right => words.includes(right.split('.')[1] ?? ''));

describe('nothing that the server refuses is asked for or led to', () => {
  it('on the screens of a role that reads and writes everything, and nothing more', async () => {
    expect(await visit(everyWord('read', 'write'), firsts, true)).toEqual([]);
  }, 300_000);

  it.each(Object.keys(areas) as Area[])(
    'on the screens of a role that reads %s alone',
    async area => {
      expect(await visit([`${area}.read`], firsts, false)).toEqual([]);
    },
    60_000,
  );
});
