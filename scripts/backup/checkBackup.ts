import { hash } from 'node:crypto';
import { migrationIds } from '../migrations/list.ts';
import { keptCollections } from './collections.ts';
import { type Manifest, readManifest } from './manifest.ts';
import { idOf } from './pages.ts';
import { readPart } from './parts.ts';
import { checkPictures } from './pictures.ts';

/**
 * Whether this version can restore the backup: all files as they were written, nothing of a newer version, nothing that
 * a unique index would refuse. It reads all of it.
 * @throws with a sentence for the first fault
 */
export const checkBackup = async (dir: string, log: (line: string) => void): Promise<Manifest> => {
  const manifest = await readManifest(dir);
  const newer = manifest.migrations.filter(one => !migrationIds.includes(one));
  if (newer.length > 0)
    throw new Error(
      `the backup is from a newer version, with the migrations ${newer.join(', ')}: restore it with that version`,
    );
  for (const { name, documents, parts } of manifest.collections) {
    const definition = keptCollections.find(one => one.name === name);
    if (!definition)
      throw new Error(`the backup holds the collection ${name}, which this version does not have`);
    const found = parts.reduce((sum, part) => sum + part.documents, 0);
    if (found !== documents)
      throw new Error(`${name}: its parts hold ${found} documents instead of ${documents}`);
    const unique = definition.indexes.filter(index => index.unique);
    const checks = [['_id'], ...unique.map(({ keys }) => Object.keys(keys))].map(uniqueCheck);
    for (const part of parts)
      for (const line of await readPart(dir, part)) {
        const document = JSON.parse(line) as Record<string, unknown>;
        for (const { add } of checks) add(document);
      }
    for (const { fields, repeated } of checks) {
      const hashes = repeated();
      if (hashes.size === 0) continue;
      const twins = await findTwins(dir, parts, fields, hashes);
      if (twins)
        throw new Error(
          `${name}: ${twins.ids.join(' and ')} have the same ${fields.join(', ')}, which this version refuses`,
        );
    }
  }
  if (manifest.pictures) await checkPictures(dir, manifest.pictures);
  log(`The backup is whole: ${describe(manifest)}.`);
  if (manifest.notKept.length > 0)
    log(`It lacks ${manifest.notKept.join(', ')}, which the version that made it did not know.`);
  return manifest;
};

/** Its size, where it comes from, and when. */
export const describe = ({ collections, environment, endTime, pictures }: Manifest): string => {
  const documents = collections.reduce((sum, one) => sum + one.documents, 0);
  const and = pictures ? ` and ${pictures.count} pictures` : '';
  return `${documents} documents${and} of the environment ${environment.envId}, ${endTime}`;
};

const valueOf = (document: Record<string, unknown>, fields: string[]): string =>
  JSON.stringify(
    fields.map(
      field =>
        field
          .split('.')
          .reduce<unknown>((at, key) => (at as Record<string, unknown> | null)?.[key], document) ??
        null,
    ),
  );

const hashOf = (value: string): bigint => hash('sha256', value, 'buffer').readBigUInt64LE();

/** Remembers eight bytes of each document, because there may be millions. */
const uniqueCheck = (fields: string[]) => {
  let hashes = new BigUint64Array(1_024);
  let count = 0;
  return {
    fields,
    add: (document: Record<string, unknown>) => {
      if (count === hashes.length) {
        const larger = new BigUint64Array(count * 2);
        larger.set(hashes);
        hashes = larger;
      }
      hashes[count] = hashOf(valueOf(document, fields));
      count += 1;
    },
    /** Those that more than one document has, hardly ever by chance. */
    repeated: (): Set<bigint> => {
      const sorted = hashes.subarray(0, count).sort();
      return new Set(sorted.filter((hash, at) => at > 0 && hash === sorted[at - 1]));
    },
  };
};

const findTwins = async (
  dir: string,
  parts: Manifest['collections'][number]['parts'],
  fields: string[],
  hashes: Set<bigint>,
): Promise<{ ids: [string, string] } | null> => {
  const found = new Map<string, string>();
  for (const part of parts)
    for (const line of await readPart(dir, part)) {
      const value = valueOf(JSON.parse(line) as Record<string, unknown>, fields);
      if (!hashes.has(hashOf(value))) continue;
      const other = found.get(value);
      if (other !== undefined) return { ids: [other, idOf(line)] };
      found.set(value, idOf(line));
    }
  return null;
};
