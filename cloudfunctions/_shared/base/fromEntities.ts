import type { CollectionName } from '#contract/collections.ts';
import { entities } from '#contract/entities.ts';
import type { Labels } from '#contract/entity.ts';

/** What the functions need of all entities, as plain data: the bundles hold what it says, instead of every entity. */
const all = Object.entries(entities);

export const collectionOf: Readonly<Record<string, CollectionName>> = Object.fromEntries(
  all.map(([resource, { collection }]) => [resource, collection]),
);

/** Those that name pictures, and the field with the record's name. */
export const pictureHolders: { collection: CollectionName; resource: string; name: string }[] = all
  .filter(([, { pictures }]) => pictures.length > 0)
  .map(([, { collection, kind, search }]) => ({
    collection,
    resource: kind,
    name: typeof search === 'string' ? search : '_id',
  }));

export const labelsOfKinds: Readonly<Record<string, Labels>> = Object.fromEntries(
  all.map(([, { kind, labels }]) => [kind, labels]),
);
