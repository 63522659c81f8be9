import { sameValue } from '#dataProvider/sameValue.ts';

type Version = Record<string, unknown>;

export type Side = 'mine' | 'theirs';

export interface Comparison {
  /** Changed differently on both sides. */
  conflicts: string[];
  /** Changed on one side only. */
  mine: string[];
  theirs: string[];
}

/** The changes of both sides since `base`. */
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

/** The stored record with my changes; `decided` holds the values of fields changed on both sides. */
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
