import { sameValue } from '#dataProvider/sameValue.ts';

type Version = Record<string, unknown>;

export type Side = 'mine' | 'theirs';

export interface Comparison {
  /** Changed on both sides, and not to the same. */
  conflicts: string[];
  /** Changed on one side only; nothing to decide. */
  mine: string[];
  theirs: string[];
}

/** Which of `fields` changed where, since both sides read `base`. */
export const compareVersions = (
  fields: readonly string[],
  base: Version,
  mine: Version,
  theirs: Version,
): Comparison => {
  const byMe = fields.filter(field => field in mine && !sameValue(mine[field], base[field]));
  const byThem = fields.filter(field => !sameValue(theirs[field], base[field]));
  const both = byMe.filter(field => byThem.includes(field));
  return {
    conflicts: both.filter(field => !sameValue(mine[field], theirs[field])),
    mine: byMe.filter(field => !both.includes(field)),
    theirs: byThem.filter(field => !both.includes(field)),
  };
};

/** Their record with my changes on it; `decided` holds the values of the fields that both had changed. */
export const mergeVersions = (
  { mine: mineOnly }: Comparison,
  mine: Version,
  theirs: Version,
  decided: Version,
): Version => ({
  ...theirs,
  ...Object.fromEntries(mineOnly.map(field => [field, mine[field]])),
  ...decided,
});
