import { type CollectionDefinition, collections, MOST_INDEXES } from '#contract/collections.ts';
import type { Deployment } from './deployment.ts';
import { type IndexNames, servingBeside, type Version } from './versions.ts';

/** Indexes of every collection. */
const MADE_BY_PLATFORM = ['_id_', '_openid_1'];

/** The lowest number that an environment is said to allow, with those of the platform. */
export const MOST_TOGETHER = MOST_INDEXES + MADE_BY_PLATFORM.length;

export const declaredIndexes: IndexNames = Object.fromEntries(
  collections.map(({ name, indexes }) => [name, indexes.map(index => index.name)]),
);

/** The indexes of a collection that neither this version declares nor the platform makes. */
export const undeclaredIndexes = (
  { indexes }: Pick<CollectionDefinition, 'indexes'>,
  there: string[],
): string[] => {
  const declared = new Set([...MADE_BY_PLATFORM, ...indexes.map(({ name }) => name)]);
  return there.filter(name => !declared.has(name));
};

/** The index names are absent of a version that was begun and never recorded. */
type Needing = Pick<Version, 'version'> & Partial<Pick<Version, 'indexes'>>;

export const needing = (versions: Needing[], collection: string, index: string): string[] =>
  versions
    .filter(({ indexes }) => indexes?.[collection]?.includes(index))
    .map(({ version }) => version);

/** Those that go before the new ones are made, which would have no room. Until then other versions serve. */
export const indexesToGoFirst = (
  { dropIndexes, versions, release }: Deployment,
  collection: CollectionDefinition,
  there: string[],
): string[] => {
  const missing = collection.indexes.filter(({ name }) => !there.includes(name)).length;
  if (!dropIndexes || missing === 0 || there.length + missing <= MOST_TOGETHER) return [];
  const others = servingBeside(versions, release.version);
  if (others.some(({ indexes }) => !indexes)) return [];
  return undeclaredIndexes(collection, there).filter(
    index => needing(others, collection.name, index).length === 0,
  );
};
