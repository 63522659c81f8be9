import { describe, expect, it } from 'vitest';
import { FULL_ROLE } from '#contract/constants.ts';
import { allRights, type Area, areas } from '#contract/rights/rights.ts';
import { standardRoles } from '#contract/rights/roles.ts';
import { firsts, pages, visit } from './visitRoles.tsx';

const { [FULL_ROLE]: _all, ...roles } = standardRoles;
const everyWord = (...words: string[]) =>
  allRights.filter(right => words.includes(right.split('.')[1] ?? ''));

describe('nothing that the server refuses is asked for or led to', () => {
  it.each(Object.keys(roles) as (keyof typeof roles)[])(
    'on the screens of the role %s',
    async role => {
      const visited = role === 'viewer' ? pages : firsts;
      expect(await visit(roles[role].rights, visited, true)).toEqual([]);
    },
    300_000,
  );

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
