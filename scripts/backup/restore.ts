import { isDuplicate } from '#cloudfunctions/_shared/base/errors.ts';
import { collections } from '#contract/collections.ts';
import { mapConcurrently } from '../shared/mapConcurrently.ts';
import { isMissingCollection } from '../shared/retryWithBackoff.ts';
import { checkBackup, describe } from './checkBackup.ts';
import { isMadeByDeployment, keptCollections, leftOut } from './collections.ts';
import { compareBatch, compareCollection, type Compared } from './compare.ts';
import type { Manifest, Part } from './manifest.ts';
import { readPart } from './parts.ts';
import { missingLines, restorePictures } from './pictures.ts';
import type { Line, Platform } from './platform.ts';

/** Documents and bytes of one request. */
const [BATCH, BATCH_BYTES] = [500, 256 * 1024];

/** The documents of a collection as they are restored. */
async function* batchesOf(
  dir: string,
  parts: Part[],
  rewritten: (line: Line) => Line,
): AsyncGenerator<Line[]> {
  for (const part of parts) {
    let batch: Line[] = [];
    let bytes = 0;
    for (const line of await readPart(dir, part)) {
      const size = Buffer.byteLength(line);
      if (batch.length === BATCH || (batch.length > 0 && bytes + size > BATCH_BYTES)) {
        yield batch;
        batch = [];
        bytes = 0;
      }
      batch.push(rewritten(line));
      bytes += size;
    }
    if (batch.length > 0) yield batch;
  }
}

/**
 * Gives ids of files the beginning that they have in another environment. Only whole strings are ids, and the quote
 * before one is not part of another string, where it would be escaped.
 */
const fileIdsMoved = (from: string, to: string): ((line: Line) => Line) => {
  if (from === to) return line => line;
  return line =>
    line.replaceAll(`"${from}`, (found, at: number) => (line[at - 1] === '\\' ? found : `"${to}`));
};

/** Requests at the same time. */
const AT_ONCE = 3;
/** A deployment and its timers leave fewer documents than this in a collection. */
const MOST_MADE = 5_000;
/** Documents that are named in a refusal. */
const NAMED = 5;

export interface RestoreOptions {
  from: string;
  pictures: boolean;
  /** Asked once, after everything was checked and before anything is written. */
  confirm: (question: string) => Promise<boolean>;
  log: (line: string) => void;
}

interface Work {
  platform: Platform;
  dir: string;
  manifest: Manifest;
  rewritten: (line: Line) => Line;
}

/**
 * Fills an empty environment with a backup. Whatever stands against it is found before anything is written. Interrupted,
 * the same call goes on: documents that are there already, with the same content, stay.
 * @returns whether it was done; not if `confirm` said no
 * @throws with a sentence
 */
export const restore = async (
  platform: Platform,
  { from, pictures, confirm, log }: RestoreOptions,
): Promise<boolean> => {
  const manifest = await checkBackup(from, log);
  if (pictures && !manifest.pictures)
    throw new Error('the backup was made without --pictures: it holds none');
  const filePrefix = await platform.filePrefix();
  const rewritten = fileIdsMoved(manifest.environment.filePrefix, filePrefix);
  const work: Work = { platform, dir: from, manifest, rewritten };
  const target = await examineTarget(work);

  for (const line of notes(manifest, filePrefix, target)) log(line);
  if (manifest.pictures && !pictures)
    log(`The pictures in it (${manifest.pictures.count}) are not restored without --pictures.`);
  const question = `Restore ${describe(manifest)}, into the environment ${platform.envId}?`;
  if (!(await confirm(question))) return false;

  if (pictures) {
    await restorePictures(platform, from, manifest.pictures!);
    log(`${manifest.pictures!.count} pictures restored`);
  }
  for (const { collection, ids } of target.replaced) await removeAll(platform, collection, ids);
  for (const { name, documents } of inOrder(manifest)) {
    await insertCollection(work, name);
    if (documents > 0) log(`${name}: ${documents} documents restored`);
  }
  await platform.remove('adminSessions', { _id: { $gte: '' } });
  await verify(work);
  log('Every document was read back and is as in the backup. All administrators have to sign in.');
  if (pictures) for (const line of missingLines(manifest.pictures!)) log(line);
  return true;
};

const notes = (manifest: Manifest, filePrefix: string, { present, replaced }: Target): string[] => [
  ...(present > 0
    ? [`${present} documents are there already: an interrupted restoring goes on.`]
    : []),
  ...(replaced.length > 0
    ? [
        `What a deployment has made there is removed, in favour of the backup's: ${replaced
          .map(({ collection, ids }) => `${collection} ${ids.length}`)
          .join(', ')}.`,
      ]
    : []),
  ...(manifest.keys.length > 0
    ? [
        `Its secrets are encrypted with ${manifest.keys.join(', ')}: the functions must have the same, or they are to be entered anew.`,
      ]
    : []),
  ...(manifest.environment.filePrefix === filePrefix
    ? []
    : [
        `Ids of files get the beginning ${filePrefix} instead of ${manifest.environment.filePrefix}.`,
      ]),
];

/** As `keptCollections` says, whatever the backup's order is. */
const inOrder = ({ collections }: Manifest) => {
  const order = keptCollections.map(({ name }) => name as string);
  return [...collections].sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
};

const keptIn = ({ dir, manifest, rewritten }: Work, collection: string) =>
  batchesOf(
    dir,
    manifest.collections.find(({ name }) => name === collection)?.parts ?? [],
    rewritten,
  );

const insertCollection = async (work: Work, name: string) => {
  let batches: Line[][] = [];
  const insertAll = async () => {
    await mapConcurrently(AT_ONCE, batches, batch => insertBatch(work.platform, name, batch));
    batches = [];
  };
  for await (const batch of keptIn(work, name))
    if (batches.push(batch) === AT_ONCE) await insertAll();
  await insertAll();
};

interface Target {
  /** What a deployment has made: it makes way for the backup's. */
  replaced: { collection: string; ids: string[] }[];
  /** Documents of the backup that are there already. */
  present: number;
}

/** @throws with a sentence if it holds anything that restoring would have to overwrite or to leave beside the backup */
const examineTarget = async (work: Work): Promise<Target> => {
  const { platform } = work;
  const target: Target = { replaced: [], present: 0 };
  for (const { name } of collections) {
    if ((await countThere(platform, name)) === 0 || name in leftOut) continue;
    const others: Compared[] = [];
    for await (const one of compareCollection(platform, name, keptIn(work, name)))
      if (one.is === 'same') target.present += 1;
      else if (one.is !== 'missing' && others.length <= MOST_MADE) others.push(one);
    if (others.length === 0) continue;
    if (!isMadeByDeployment(name) || others.length > MOST_MADE)
      throw new Error(
        `the environment ${platform.envId} is not empty: ${name} holds documents that ${
          others[0]!.is === 'extra' ? 'the backup does not hold' : "differ from the backup's"
        }, e.g. ${others[0]!.id}. Restore into a new environment`,
      );
    target.replaced.push({ collection: name, ids: others.map(({ id }) => id) });
  }
  await refuseIfInUse(platform, target);
  return target;
};

const countThere = (platform: Platform, collection: string) =>
  platform.count(collection).catch((error: unknown) => {
    if (!isMissingCollection(error)) throw error;
    throw new Error(
      `the environment ${platform.envId} has no collection ${collection}: deploy this version there first`,
      { cause: error },
    );
  });

/**
 * What is replaced is nobody's work where only the deployment has made an administrator, who has never signed in. Those
 * of the backup count too: they are restored last, so a restoring that was interrupted before has left none.
 */
const refuseIfInUse = async (platform: Platform, { replaced }: Target) => {
  if (replaced.length === 0) return;
  const found = await platform.find('admins', { _id: { $gte: '' } }, 2);
  const used = found
    .map(line => JSON.parse(line) as { username?: string; lastLoginTime?: unknown })
    .find(({ lastLoginTime }) => lastLoginTime !== null && lastLoginTime !== undefined);
  if (used || found.length > 1)
    throw new Error(
      `the environment ${platform.envId} is in use: ${
        used ? `${String(used.username)} has signed in there` : 'it has several administrators'
      }. Restore into a new environment`,
    );
};

const removeAll = async (platform: Platform, collection: string, ids: string[]) => {
  for (let at = 0; at < ids.length; at += 100)
    await platform.remove(collection, { _id: { $in: ids.slice(at, at + 100) } });
};

/** All of them, also when a part is there already. @throws if one is there with another content */
const insertBatch = async (platform: Platform, name: string, batch: Line[]): Promise<void> => {
  try {
    return await platform.insert(name, batch);
  } catch (error) {
    // An interrupted call has left a part, or the answer to a request that was repeated was lost.
    if (!isDuplicate(error)) throw error;
    const { missing, different } = await compareBatch(platform, name, batch);
    if (different.length > 0)
      throw new Error(
        `${name}: ${different.slice(0, NAMED).join(', ')} changed while it was being restored: stop the functions and restore into a new environment`,
        { cause: error },
      );
    if (missing.length === batch.length) throw error;
    if (missing.length > 0) await insertBatch(platform, name, missing);
  }
};

/** @throws if a document is not, or no longer, as in the backup, or another is beside them */
const verify = async (work: Work) => {
  const { platform } = work;
  const faults: string[] = [];
  for (const { name } of keptCollections)
    for await (const { id, is } of compareCollection(platform, name, keptIn(work, name)))
      if (is !== 'same') faults.push(`${name} ${id} is ${is}`);
  if (faults.length > 0)
    throw new Error(
      `${faults.length} documents are not as in the backup; something else writes to ${platform.envId}: ${faults
        .slice(0, NAMED)
        .join('; ')}`,
    );
};
