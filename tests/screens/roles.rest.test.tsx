import { describe, expect, it } from 'vitest';
import { FULL_ROLE } from '#contract/constants.ts';
import { standardRoles } from '#contract/rights/roles.ts';
import { firsts, pages, visit } from './visitRoles.tsx';

const { [FULL_ROLE]: _all, ...roles } = standardRoles;

describe('nothing that the server refuses is asked for or led to', () => {
  it.each(Object.keys(roles) as (keyof typeof roles)[])(
    'on the screens of the role %s',
    async role => {
      const visited = role === 'viewer' ? pages : firsts;
      expect(await visit(roles[role].rights, visited, true)).toEqual([]);
    },
    300_000,
  );
});
