import { expect, it } from 'vitest';
import {
  inUse,
  returnableBeside,
  servingBeside,
  type Version,
  versionBefore,
  type Versions,
} from '../../scripts/deploy/versions.ts';

const entryOf = (version: string): Version => ({
  version,
  deployTime: 0,
  commit: null,
  migrations: [],
  indexes: {},
  functions: [],
  site: [],
});

/** `B`: deployed; `B!`: a deployment that was not finished; `<`: a rollback; `<!`: one that was not finished. */
const after = (steps: string): Versions =>
  steps.split(' ').reduce<Versions>(
    (versions, step) => {
      const [name = '', mark] = step;
      const isRollback = name === '<';
      const version = isRollback ? versionBefore(versions)!.version : name;
      if (mark) return { ...versions, begun: { version, isRollback } };
      const entry = versions.kept.find(one => one.version === version) ?? entryOf(version);
      return inUse(versions, entry, 1, isRollback);
    },
    { kept: [] },
  );

it.each([
  ['A', undefined],
  ['A B', 'A'],
  ['A B <', undefined],
  ['A B C', 'B'],
  ['A B C <', 'A'],
  ['A B < C', 'A'],
  ['A B < C < D < E', 'A'],
  ['A B < B', 'A'],
  ['A B < B C', 'B'],
  ['A B C A', 'C'],
  ['A B C D E', 'D'],
  ['A B C!', 'B'],
  ['A B B!', 'B'],
  ['A B C! B!', 'B'],
  ['A B C! <', 'A'],
  ['A B C <!', 'B'],
  ['A B C <! D!', 'C'],
])('after %s a rollback returns to %s', (steps, wanted) => {
  expect(versionBefore(after(steps))?.version).toBe(wanted);
});

it('keeps three versions that were not rejected', () => {
  const { kept } = after('A B C < D < E < F');
  const good = kept.filter(({ isRejected }) => !isRejected);
  expect(good.map(({ version }) => version)).toEqual(['F', 'B', 'A']);
});

it.each(['A', 'A B', 'A B C D', 'A B <', 'A B C <', 'A B < C < D', 'A B C! <', 'A B < B'])(
  'says after %s which versions a rollback can return to once another one is in use',
  steps => {
    const names = (list: { version: string }[]) => list.map(({ version }) => version);
    for (const next of ['A', 'B', 'X']) {
      const versions = after(steps);
      const known = versions.kept.find(({ version }) => version === next) ?? entryOf(next);
      const { kept } = inUse(versions, known, 1, false);
      expect(names(returnableBeside(versions, next))).toEqual(
        names(kept.filter(({ version, isRejected }) => version !== next && !isRejected)),
      );
    }
  },
);

it.each([
  ['A B C', ['C', 'B', 'A']],
  ['A B <', ['A']],
  ['A B < B!', ['B', 'A']],
  ['A B!', ['A', 'B']],
  ['A B C <!', ['C', 'B', 'A']],
])('says after %s which versions may serve until another one is in use', (steps, wanted) => {
  expect(servingBeside(after(steps), 'X').map(({ version }) => version)).toEqual(wanted);
});
